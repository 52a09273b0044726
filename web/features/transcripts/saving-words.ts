import { countOf } from '../../lib/format.ts'
import type { Saving } from './edit-queue.ts'

/** What the screen says about corrections that wait for the server. */
export function waitingWords({ count, isKept }: Pick<Saving, 'count' | 'isKept'>): string {
  const corrections = countOf(count, 'correction')
  const isOne = count === 1
  if (isKept)
    return `${corrections} kept on this device and sent by ${isOne ? 'itself' : 'themselves'} as soon as possible.`
  return isOne
    ? `${corrections} is only in this page, because this browser has no room for it. Please leave the page open until it is sent.`
    : `${corrections} are only in this page, because this browser has no room for them. Please leave the page open until they are sent.`
}

/** What is said to a screen reader where Undo or Redo changed nothing: there was nothing, or earlier corrections could not be sent. */
export function notTakenBackWords(how: 'undo' | 'redo', { state }: Pick<Saving, 'state'>): string {
  if (state === 'waiting')
    return `Nothing was ${how === 'undo' ? 'undone' : 'done again'}: Kinora cannot be reached`
  return how === 'undo' ? 'There is nothing to undo' : 'There is nothing to redo'
}
