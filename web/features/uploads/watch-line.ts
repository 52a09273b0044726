import { limits } from '#contract/limits.ts'
import { type Watch, watchSilence } from '../../lib/in-time.ts'

/** How often a line may go silent without anything having moved, before somebody has to look after it. */
const silencesMax = 3

export type Line = {
  begins: () => void
  /** Something was said, or is about to be. */
  heard: () => void
  /** So many bytes are out. */
  movedTo: (sentBytes: number) => void
  ends: () => void
}

/**
 * Watches a transfer: a connection that has gone silent without breaking is waited for by browsers for a quarter of an hour.
 *
 * @param again begins the transfer once more where it stopped
 * @param giveUp where that has not helped either
 */
export function watchLine(again: () => void, giveUp: () => void): Line {
  let watch: Watch | undefined
  let silences = 0
  let furthest = -1

  const silent = () => {
    silences += 1
    if (silences < silencesMax) return again()
    silences = 0
    giveUp()
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
      silences = 0
    },
  }
}
