import type { JobContext } from '../jobs/job.ts'
import { TextFailure, type TextFailureCode } from './text-failure.ts'

/** Why a model did not do what a job asked of it, as far as people can do something about it. */
export type LastingFailure = 'UNREACHABLE' | 'BUSY' | 'NONSENSE' | 'REFUSED'

const ATTEMPTS_MAX = 4

/**
 * What remains to be said of a failure when a job gives up.
 * @throws the error itself, for the queue to try again, while that may help; and whatever is no failure of a model
 */
export function lastingFailureOf(error: unknown, { isLastAttempt, attempt }: JobContext): LastingFailure {
  if (!(error instanceof TextFailure)) throw error
  const isPassing = error.retryable || error.code === 'ABORTED'
  if (isPassing && !isLastAttempt && attempt < ATTEMPTS_MAX) throw error
  return lasting[error.code]
}

const lasting: Record<TextFailureCode, LastingFailure> = {
  UNREACHABLE: 'UNREACHABLE',
  TIMED_OUT: 'UNREACHABLE',
  ABORTED: 'UNREACHABLE',
  RATE_LIMITED: 'BUSY',
  ENGINE_FAILED: 'BUSY',
  NONSENSE: 'NONSENSE',
  KEY_REFUSED: 'REFUSED',
  REQUEST_REFUSED: 'REFUSED',
}
