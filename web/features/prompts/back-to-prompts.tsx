import { useLocation, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { BackLink } from '../../ui/back-link.tsx'

type Tab = 'explore' | 'community'

/**
 * The way back to the lists: to the very place that somebody chose a playlist from, with what they searched and how far they had
 * scrolled. Whoever came otherwise goes to the list that it belongs to.
 */
export function BackToPrompts({ tab }: { tab?: Tab | undefined }) {
  const goBack = useGoBack()
  const follow = (event: MouseEvent) => {
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (goBack === null || isElsewhere) return
    event.preventDefault()
    goBack()
  }
  return (
    <BackLink to="/app/prompts" search={tab ? { tab } : {}} onClick={follow}>
      Back to Prompts
    </BackLink>
  )
}

/** Back to where in the lists somebody came from; null where they did not. */
export function useGoBack(): (() => void) | null {
  const router = useRouter()
  const isFromPrompts = useLocation({ select: ({ state }) => state.isFromPrompts === true })
  return isFromPrompts ? () => router.history.back() : null
}
