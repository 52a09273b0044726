import { z } from 'zod'
import type { Tx } from '../../db/actor.ts'
import { defineJob, enqueue } from '../../jobs/job.ts'

export const followLeavingPerson = defineJob('follow_leaving', z.object({ userId: z.uuid() }))

/** Has payments follow somebody who asked for the end of their account, or keeps it after all. */
export function tellPaymentsOfLeaving(tx: Tx, userId: string): Promise<void> {
  return enqueue(tx, followLeavingPerson, { userId }, { key: `follow_leaving/${userId}` })
}
