import { useState } from 'react'

/** What a query says of its last answers; `dataUpdatedAt` is in ms since 1970, 0 without data. */
type Answered = { error: unknown; dataUpdatedAt: number }

/**
 * Whether the server has said that what a page shows may be seen no more, and has not shown it anew since. A query keeps its data
 * through every error and remembers only the last one: a lost connection after the refusal would bring back what was withdrawn.
 *
 * @param isRefusal whether an error says so
 */
export function useWithdrawn({ error, dataUpdatedAt }: Answered, isRefusal: (error: unknown) => boolean) {
  const [refused, setRefused] = useState<number | null>(null)
  const isRefused = error !== null && isRefusal(error)
  if (isRefused && dataUpdatedAt > 0 && refused !== dataUpdatedAt) setRefused(dataUpdatedAt)
  return isRefused || refused === dataUpdatedAt
}
