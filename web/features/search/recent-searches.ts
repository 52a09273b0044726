import { useState } from 'react'
import { deviceMemory } from '../../lib/device-memory.ts'

const most = 8
const keyOf = (userId: string) => `kinora.searches.${userId}`

/** This person's searches on this device, latest first. They are not sent anywhere. */
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
      deviceMemory.removeItem(keyOf(userId))
      setRecent([])
    },
  }
}

/** Malformed content counts as none. */
function stored(userId: string): string[] {
  try {
    const value: unknown = JSON.parse(deviceMemory.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

function keep(userId: string, searches: string[]): void {
  deviceMemory.setItem(keyOf(userId), JSON.stringify(searches))
}
