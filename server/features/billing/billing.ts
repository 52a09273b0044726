import { z } from 'zod'
import type { Tx } from '../../db/actor.ts'
import { defineJob, enqueue } from '../../jobs/job.ts'

export const followLeavingPerson = defineJob('follow_leaving', z.object({ userId: z.uuid() }))

/**
 * Queues the job that cancels an account's subscriptions after its deletion was requested, or resumes them after the
 * request was withdrawn.
 */
export function tellPaymentsOfLeaving(tx: Tx, userId: string): Promise<void> {
  return enqueue(tx, followLeavingPerson, { userId }, { key: `follow_leaving/${userId}` })
}
