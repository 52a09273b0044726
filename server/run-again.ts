import { isOutdated } from './db/statement-names.ts'
import { hasCode } from './error-code.ts'

/**
 * PostgreSQL's codes for a deadlock, in which it aborts one transaction, and for a serialisation failure: data read by the
 * transaction was changed by another one.
 */
const BROKEN_OFF = ['40P01', '40001']
/** A foreign key was violated: the row to refer to has been deleted since it was looked up. */
const WITHOUT_PARENT = '23503'
/** The first try and two retries, because two transactions that deadlocked once may do so again. */
const TRIES = 3

/**
 * Retries a transaction that a concurrent one made fail, or whose prepared statements a newer release outdated. Nothing of the
 * failed try was kept, and the retry sees what the other transaction left: it can go on, or finds that the row it needs is gone.
 *
 * @param transaction only statements, or work that may be done twice
 */
export async function runAgain<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; tries < TRIES; tries += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (!hasCode(error, ...BROKEN_OFF, WITHOUT_PARENT) && !isOutdated(error)) throw error
    }
  }
  return transaction()
}
