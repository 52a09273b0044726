import { useState } from 'react'

const most = 8
const keyOf = (userId: string) => `kinora.searches.${userId}`

/** What this person searched for on this device, latest first; it is sent nowhere. */
export function useRecentSearches(userId: string): {
  recent: string[]
  remember: (q: string) => void
  forget: () => void
} {
  const [recent, setRecent] = useState(() => stored(userId))

  return {
    recent,
    remember: (q) => {
      const said = q.trim()
      if (said === '') return
      const next = [said, ...stored(userId).filter((other) => other !== said)].slice(0, most)
      keep(userId, next)
      setRecent(next)
    },
    forget: () => {
      localStorage.removeItem(keyOf(userId))
      setRecent([])
    },
  }
}

/** A browser that keeps nothing, or something else in its place, has no recent searches. */
function stored(userId: string): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

function keep(userId: string, searches: string[]): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(searches))
  } catch {
    // A full or closed store loses a convenience, no more.
  }
}
