import { z } from 'zod'
import { defineJob, handleJob, type JobHandler } from '../../jobs/job.ts'
import type { Services } from '../../services.ts'
import { deleteExpired } from './trash.ts'

const emptyTrash = defineJob('empty_trash', z.unknown())

/** The background jobs for stories. */
export function storyJobs({ db }: Pick<Services, 'db'>): JobHandler[] {
  return [handleJob(emptyTrash, () => deleteExpired(db), { schedule: '40 2 * * *' })]
}
