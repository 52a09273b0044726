import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { type NoticeWishes, noticeWishes, type PushDevice, pushDevice } from '#contract/notices.ts'
import type { Tx } from '../../db/actor.ts'
import { exactInstant } from '../../db/page.ts'
import { withoutUndefined } from '../../without-undefined.ts'

/** The wishes of people who never changed them: to be told everything, by mail. */
const unsaid: NoticeWishes = { email: true, shared: true, comment: true, transcript: true }

/** What a person wishes to be told, and whether by mail. */
export async function getWishes(tx: Tx, userId: string): Promise<NoticeWishes> {
  const row = await tx
    .selectFrom('notice_wishes')
    .where('user_id', '=', userId)
    .select(['email', 'shared', 'comment', 'transcript'])
    .executeTakeFirst()
  return row ? noticeWishes.parse(row) : unsaid
}

/** Changes the wishes that are given, and leaves the others. */
export async function changeWishes(
  tx: Tx,
  userId: string,
  change: { [Wish in keyof NoticeWishes]?: boolean | undefined },
): Promise<NoticeWishes> {
  const given = withoutUndefined(change)
  await tx
    .insertInto('notice_wishes')
    .values({ user_id: userId, ...given })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id: userId, ...given }))
    .execute()
  return getWishes(tx, userId)
}

/** The devices that receive pushes, newest first. */
export async function listDevices(tx: Tx, userId: string): Promise<PushDevice[]> {
  const rows = await tx
    .selectFrom('push_devices')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .select(['id', 'endpoint', 'name', exactInstant('created_at').as('createdAt')])
    .execute()
  return rows.map((row) => pushDevice.parse(row))
}

type NewDevice = { endpoint: string; keys: { p256dh: string; auth: string }; name: string }

/**
 * Stores a device that is to receive pushes. If the same browser was registered by another account, it no longer
 * receives that account's pushes.
 * @returns null if the sign-in that it belongs to has ended
 */
export async function addDevice(tx: Tx, userId: string, device: NewDevice): Promise<PushDevice | null> {
  const { endpoint, keys, name } = device
  await sql`
    select from app.keep_push_device(${endpoint}, ${keys.p256dh}, ${keys.auth}, ${name}, ${limits.pushDevices})
  `.execute(tx)
  return (await listDevices(tx, userId)).find((one) => one.endpoint === endpoint) ?? null
}

/** @returns whether there was such a device */
export async function removeDevice(tx: Tx, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('push_devices')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
