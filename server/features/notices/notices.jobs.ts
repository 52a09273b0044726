import { sql } from 'kysely'
import { z } from 'zod'
import { type NoticeKind, noticeKind, pushNews } from '#contract/notices.ts'
import type { ResourceType } from '#contract/sharing.ts'
import { asWorker, type Tx } from '../../db/actor.ts'
import { defineJob, enqueue, handleJob, type JobHandler } from '../../jobs/job.ts'
import { mailIn } from '../../mail/mail.ts'
import type { Services } from '../../services.ts'
import { newsLetter } from './news-letter.ts'
import { getWishes } from './notices.ts'
import { pushKeys } from './push-keys.ts'
import { createPushSender, KEPT_SECONDS, type SendPush } from './send-push.ts'
import { mailToken } from './unsubscribe.ts'

const tellNews = defineJob('tell_news', z.object({ userId: z.uuid(), id: z.uuid() }))
const pushNewsTo = defineJob(
  'push_news',
  z.object({ userId: z.uuid(), deviceId: z.uuid(), news: pushNews, at: z.iso.datetime() }),
)

type Parts = Pick<Services, 'db' | 'env' | 'mail' | 'secrets'>

/** The jobs that tell people the news they wish to know, by mail and by push on each of their devices. */
export function noticeJobs(
  services: Parts,
  send: SendPush = createPushSender(pushKeys(services)),
): JobHandler[] {
  return [
    handleJob(tellNews, (job) => tell(services, job), { giveUp: (job) => forget(services, job) }),
    handleJob(
      pushNewsTo,
      async ({ userId, deviceId, news, at }, { log }) => {
        if (Date.now() - Date.parse(at) > KEPT_SECONDS * 1000) return
        const device = await asWorker(services.db, userId, (tx) => findDevice(tx, userId, deviceId))
        if (!device) return

        const answer = await send(device, news)
        if (answer === 'gone') await asWorker(services.db, userId, (tx) => forgetDevice(tx, userId, deviceId))
        if (answer === 'refused') log.warn({ userId, deviceId }, 'a push service refused a push')
        if (answer === 'later') throw new Error('the push service asked to be tried again later')
      },
      { turns: 'sent' },
    ),
  ]
}

type Taken = {
  kind: NoticeKind
  resource_type: ResourceType
  resource_id: string
  title: string
  actor_name: string
  has_others: boolean
  email: string
}

/** Deletes the news and queues its mail and pushes in one transaction, so that no news is sent twice or lost. */
function tell(
  { db, env, mail, secrets }: Parts,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  return asWorker(db, userId, async (tx) => {
    const { rows } = await sql<Taken>`select * from app.take_news(${id})`.execute(tx)
    const [taken] = rows
    const wishes = await getWishes(tx, userId)
    if (!taken || !wishes[taken.kind]) return

    const kind = noticeKind.parse(taken.kind)
    const { resource_type: type, resource_id: resourceId, title } = taken
    const path = pathOf(type, resourceId)
    if (wishes.email && taken.email !== '') {
      const actor = taken.has_others ? `${taken.actor_name || 'Somebody'} and others` : taken.actor_name
      const letter = newsLetter(
        { origin: env.publicUrl, token: mailToken({ secrets }, userId) },
        { kind, type, title, actor, path },
      )
      await mail.sendMail(mailIn(tx), { to: taken.email, ...letter })
    }
    const devices = await tx.selectFrom('push_devices').where('user_id', '=', userId).select('id').execute()
    const at = new Date().toISOString()
    for (const { id: deviceId } of devices)
      await enqueue(tx, pushNewsTo, { userId, deviceId, news: { kind, path }, at })
  })
}

/**
 * Deletes news that nobody is told of any more. While they stand, what happens next is taken to be part of them, and is not told of
 * either.
 */
function forget({ db }: Parts, { userId, id }: { userId: string; id: string }): Promise<unknown> {
  return asWorker(db, userId, (tx) => sql`select from app.take_news(${id})`.execute(tx))
}

/** The path at which the app shows it. */
function pathOf(type: ResourceType, id: string): string {
  switch (type) {
    case 'story':
      return `/app/stories/${id}`
    case 'storybook':
      return `/app/storybooks/${id}`
    case 'family_member':
      return `/app/family/${id}`
  }
}

function findDevice(tx: Tx, userId: string, id: string) {
  return tx
    .selectFrom('push_devices')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .select(['endpoint', 'p256dh', 'auth'])
    .executeTakeFirst()
}

function forgetDevice(tx: Tx, userId: string, id: string) {
  return tx.deleteFrom('push_devices').where('user_id', '=', userId).where('id', '=', id).execute()
}
