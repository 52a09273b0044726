import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Filter, noFilter } from './use-prompts.ts'

/** Browsers refuse a page that writes into its history with every letter. */
const pauseMs = 160

/**
 * What narrows the lists, kept with this place in the browser's history: whoever comes back to it, also after a reload, finds the
 * lists as they were. Whoever comes anew finds all of them.
 */
export function useKeptFilter(): [Filter, (next: Filter) => void] {
  const router = useRouter()
  const navigate = useNavigate()
  const kept = useLocation({ select: ({ state }) => state.promptsFilter }) ?? noFilter
  const [filter, setFilter] = useState(kept)

  const keep = (promptsFilter: Filter) => {
    // On the way to somewhere else already: that place keeps nothing of this one.
    if (router.latestLocation.pathname !== promptsPath) return
    const state = { ...router.latestLocation.state, promptsFilter }
    navigate({ to: promptsPath, search: true, state, replace: true, resetScroll: false })
  }
  const keepSettled = useEffectEvent(() => isSame(filter, kept) || keep(filter))
  // biome-ignore lint/correctness/useExhaustiveDependencies: written again once either has changed
  useEffect(() => {
    const timer = setTimeout(keepSettled, pauseMs)
    return () => clearTimeout(timer)
  }, [filter, kept])

  // Whoever follows a link may do so before the pause is over.
  useEffect(() => {
    const keepNow = () => void keepSettled()
    window.addEventListener('click', keepNow, { capture: true })
    return () => window.removeEventListener('click', keepNow, { capture: true })
  }, [])

  const change = (next: Filter) => {
    setFilter(next)
    if (next.search === filter.search) keep(next)
  }
  return [filter, change]
}

const promptsPath = '/app/prompts'

const isSame = (one: Filter, other: Filter) =>
  one.search === other.search &&
  one.category === other.category &&
  one.asked === other.asked &&
  one.show === other.show

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What narrowed the lists of prompts at this place in the history. */
    promptsFilter?: Filter
    /** Whether the entry before this one is the lists that it was chosen from. */
    isFromPrompts?: boolean
  }
}
