import { sentenceOf, situationOf } from '../../lib/errors.ts'
import { SpoolFailure } from '../../recorder/failures.ts'
import { failureWords } from './failure-words.ts'

/**
 * Why something could not be done with a recording on this device, after `what` says what was not done. If the storage failed,
 * `failureWords` would be wrong, since they speak of a recording being made: this one was kept long ago, and stays.
 */
export const keptWords = (what: string, error: unknown): string => `${what} ${keptReason(error)}`

export function keptReason(error: unknown): string {
  if (error instanceof SpoolFailure && error.reason !== 'device-storage') {
    const { title, sentence } = failureWords[error.reason]
    return `${title}. ${sentence}`
  }
  if (situationOf(error) !== 'UNKNOWN') return sentenceOf(error)
  return 'The recording stays on this device. Please try again.'
}
