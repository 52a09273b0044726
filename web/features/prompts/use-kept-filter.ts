import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Filter, noFilter } from './use-prompts.ts'

/** Browsers block pages that write to their history on every keystroke. */
const pauseMs = 160

/**
 * The filter of the lists, stored in the state of the browser's history entry: going back to it, or
 * reloading it, restores the filter. A new visit starts without one.
 */
export function useKeptFilter(): [Filter, (next: Filter) => void] {
  const router = useRouter()
  const navigate = useNavigate()
  const kept = useLocation({ select: ({ state }) => state.promptsFilter }) ?? noFilter
  const [filter, setFilter] = useState(kept)

  const keep = (promptsFilter: Filter) => {
    // The navigation to another page has already begun; its history entry must not get this filter.
    if (router.latestLocation.pathname !== promptsPath) return
    const state = { ...router.latestLocation.state, promptsFilter }
    navigate({ to: promptsPath, search: true, state, replace: true, resetScroll: false })
  }
  const keepSettled = useEffectEvent(() => isSame(filter, kept) || keep(filter))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when either of them has changed
  useEffect(() => {
    const timer = setTimeout(keepSettled, pauseMs)
    return () => clearTimeout(timer)
  }, [filter, kept])

  // A link may be clicked before the pause is over, so a click saves the filter immediately.
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
    /** The filter of the prompt lists at this history entry. */
    promptsFilter?: Filter
    /** Whether the previous history entry is the lists that this one was opened from. */
    isFromPrompts?: boolean
  }
}
