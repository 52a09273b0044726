import { isOutdated } from './db/statement-names.ts'
import { hasCode } from './error-code.ts'

/** What waited for each other, of which PostgreSQL broke one off; and what was read while somebody else changed it. */
const BROKEN_OFF = ['40P01', '40001']
/** What something was to hang on has gone since it was looked for. */
const WITHOUT_PARENT = '23503'
/** The first time and twice more: whoever was broken off for each other once may meet once more. */
const TRIES = 3

/**
 * Runs a transaction once more where somebody else's of the same moment ended it, or a newer version changed what it reads. Nothing
 * of it was kept, and the second time it finds what the other left: that it can go on, or that what was to be added to is not there.
 *
 * @param transaction nothing but statements, or what may be done twice
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
