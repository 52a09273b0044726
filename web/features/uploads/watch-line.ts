import { limits } from '#contract/limits.ts'
import { type Watch, watchSilence } from '../../lib/in-time.ts'

/** How often a connection may go silent without any progress before the transfer is given up. */
const silencesMax = 3

export type Line = {
  begins: () => void
  /** To be called when an answer arrived or a request is about to be sent. */
  heard: () => void
  /** To be called with the number of bytes sent so far. */
  movedTo: (sentBytes: number) => void
  ends: () => void
}

/**
 * Watches a transfer for silence: browsers wait up to a quarter of an hour on a connection that has gone silent without breaking.
 *
 * @param stop stops the transfer that went silent
 * @param again restarts the transfer where it stopped
 * @param giveUp called when restarts have not helped either
 */
export function watchLine(stop: () => Promise<void>, again: () => void, giveUp: () => void): Line {
  let watch: Watch | undefined
  let silences = 0
  let furthest = -1

  const silent = async () => {
    const own = watch
    silences += 1
    const isOver = silences >= silencesMax
    if (isOver) silences = 0
    await stop()
    // Meanwhile it may have been paused, and resumed: begun here once more, it would be sent twice at once.
    if (own !== watch) return
    if (isOver) giveUp()
    else again()
  }
  return {
    begins: () => {
      watch?.rest()
      watch = watchSilence(limits.answerSeconds * 1000, null)
      watch.signal.addEventListener('abort', silent)
    },
    heard: () => watch?.heard(),
    movedTo: (sentBytes) => {
      watch?.heard()
      if (sentBytes > furthest) silences = 0
      furthest = Math.max(furthest, sentBytes)
    },
    ends: () => {
      watch?.rest()
      watch = undefined
      silences = 0
    },
  }
}
