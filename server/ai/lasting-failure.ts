import type { JobContext } from '../jobs/job.ts'
import { TextFailure, type TextFailureCode } from './text-failure.ts'

/** Why a model did not do what a job asked of it, as far as people can do something about it. */
export type LastingFailure = 'UNREACHABLE' | 'BUSY' | 'NONSENSE' | 'REFUSED'

const ATTEMPTS_MAX = 4

/**
 * What remains to be said of a failure when a job gives up. What nobody foresaw (a database that was away, a fault of
 * ours) is no failure of the model, and ends like one: otherwise the row would say for ever that it waits.
 * @throws the error itself, for the queue to try again, while that may help
 */
export function lastingFailureOf(error: unknown, { isLastAttempt, attempt }: JobContext): LastingFailure {
  const known = error instanceof TextFailure ? error : null
  const isPassing = known === null || known.retryable || known.code === 'ABORTED'
  if (isPassing && !isLastAttempt && attempt < ATTEMPTS_MAX) throw error
  return known === null ? 'BUSY' : lasting[known.code]
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
