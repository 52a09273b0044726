import { failsForGood, type JobContext } from '../jobs/job.ts'
import { TextFailure, type TextFailureCode } from './text-failure.ts'

/** Why a model did not do what a job asked of it, as far as people can do something about it. */
export type LastingFailure = 'UNREACHABLE' | 'BUSY' | 'NONSENSE' | 'REFUSED'

const ATTEMPTS_MAX = 4

/**
 * The failure to report once a job gives up. An unexpected error (a database out of reach, a bug of ours) is no failure of the
 * model, but is reported like one: otherwise the row would say for ever that it waits.
 * @throws the error itself, so that the queue tries again, while that may help
 */
export function lastingFailureOf(error: unknown, job: JobContext): LastingFailure {
  // What the model answers to a request that was broken off says nothing about the model.
  if (job.signal.aborted) throw error
  const known = error instanceof TextFailure ? error : null
  const isPassing = known === null || known.retryable || known.code === 'ABORTED'
  if (isPassing && !failsForGood(job, ATTEMPTS_MAX)) throw error
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
