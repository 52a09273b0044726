import { useLocation, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { BackLink } from '../../ui/back-link.tsx'

type Tab = 'explore' | 'community'

/**
 * A link back to the lists. For somebody who chose a playlist there it goes back in the browser's history, and so to the same search
 * and scroll position; for others it leads to the list that the playlist belongs to.
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

/** Goes back to the lists that the person came from; null if they came from elsewhere. */
export function useGoBack(): (() => void) | null {
  const router = useRouter()
  const isFromPrompts = useLocation({ select: ({ state }) => state.isFromPrompts === true })
  return isFromPrompts ? () => router.history.back() : null
}
