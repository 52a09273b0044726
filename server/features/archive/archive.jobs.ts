import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

const work = z.object({ userId: z.uuid(), id: z.uuid() })

/** Puts everything that an account owns into one zip. Started again, it makes the zip anew. */
export const makeArchive = defineJob('make_archive', work)

/** Checks an archive that was brought in and puts it into the account. Started again, it adds nothing twice. */
export const restoreArchive = defineJob('restore_archive', work)

/** Deletes expired archives, and queues the erasure of the accounts whose day has come. */
export const sweepArchives = defineJob('sweep_archives', z.unknown())

/** Erases one account. */
export const eraseAccount = defineJob('erase_account', z.object({ userId: z.uuid() }))
