import { whenWaited } from './when-waited.ts'

/** Two signals closer together than this count as one: a terminal sends Ctrl-C both to this process and to its parent. */
const ONE_WISH_MS = 1000

/** Tells the first wish to end from a later one, and hears what belongs to the first only once. */
export function wishToEnd(first: (reason: string) => void, again: () => void): (reason: string) => void {
  let isWished = false
  let isSameWish = true
  return (reason) => {
    if (isWished) {
      if (!isSameWish) again()
      return
    }
    isWished = true
    whenWaited(ONE_WISH_MS, () => {
      isSameWish = false
    })
    first(reason)
  }
}
