import { sql } from 'kysely'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { asUser, asWorker } from '../../db/actor.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { asSuperuser, limitStorage, startRecording } from '../../testing/recorder.ts'
import { repairUsage } from './billing.jobs.ts'

const { person, database, services } = await createTestKinora()
const connections = new pg.Pool({ ...database.superuser, max: 4 })
afterAll(() => connections.end())

/** A seeded pseudo-random generator (mulberry32), so that each run is the same. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const counted = async ({ id }: Person) => {
  const { rows } = await database.asOwner(
    `select storage_used_bytes as bytes, ai_analysis_hours_used * 3600000 as ms, collaborators_count as people
     from usage_tracking where user_id = $1`,
    [id],
  )
  return rows.map((row) => [Number(row.bytes), Math.round(Number(row.ms)), row.people])[0]
}

/** The usage, counted from the rows. */
async function recounted({ id }: Person) {
  const all = async (statement: string) => (await database.asOwner(statement, [id])).rows
  const media = await all('select role, size_bytes from media where user_id = $1')
  const uses = await all(`select amount from month_uses where user_id = $1 and kind = 'speech'`)
  const shares = await all('select shared_with_user_id as who, role from shared_access where user_id = $1')
  const bytes = media.filter(({ role }) => role === 'original').map((row) => Number(row.size_bytes))
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
  return [
    sum(bytes),
    sum(uses.map(({ amount }) => Number(amount))),
    new Set(shares.filter(({ role }) => role !== 'viewer').map(({ who }) => who)).size,
  ]
}

test('whatever happens in whatever order, also at once, the counters say what the rows say', async () => {
  const ana = await person()
  await asSuperuser(database, `update subscriptions set tier = 'generation' where user_id = $1`, [ana.id])
  const friends = await Promise.all([1, 2, 3].map(() => person()))
  const stories = await Promise.all(
    [1, 2, 3].map(() => ana.client.stories.create({ id: uuidv7(), title: 'One', method: 'recording' })),
  )
  const random = randomFrom(20_261_121)
  const pick = <T>(from: readonly T[]) => from[random(from.length)] as T
  const media: string[] = []
  const recordings = await Promise.all(
    stories.flatMap(({ id: storyId }) =>
      [0, 1, 2].map(async (part) => [(await startRecording(ana, { storyId, part })).id, storyId] as const),
    ),
  )

  const steps = Array.from({ length: 400 }, () => {
    const story = pick(stories).id
    switch (random(8)) {
      case 0:
      case 1: {
        const [id, role] = [uuidv7(), pick(['original', 'original', 'playback', 'poster'])]
        const source = role === 'original' ? null : (pick(media) ?? uuidv7())
        if (role === 'original') media.push(id)
        return [
          `insert into media (user_id, id, story_id, role, kind, mime_type, size_bytes, storage_key, source_media_id)
           values ($1, $2, $3, $4, 'video', 'video/webm', $5, $6, $7) on conflict do nothing`,
          [ana.id, id, story, role, random(1_000_000), id, source],
        ] as const
      }
      case 2:
        return [
          'update media set size_bytes = size_bytes + $3 where user_id = $1 and id = $2',
          [ana.id, pick(media) ?? uuidv7(), random(5_000)],
        ] as const
      case 3:
        return [
          'delete from media where user_id = $1 and id = $2',
          [ana.id, pick(media) ?? uuidv7()],
        ] as const
      case 4:
        return [
          'insert into transcripts (user_id, id, story_id) values ($1, $2, $3) on conflict do nothing',
          [ana.id, ...pick(recordings)],
        ] as const
      case 5:
        return [
          `insert into transcript_pieces (user_id, transcript_id, index, start_ms, end_ms)
           select user_id, id, $4, 0, $3 from transcripts where user_id = $1 and id = $2 on conflict do nothing`,
          [ana.id, pick(recordings)[0], random(600_000), random(1_000_000)],
        ] as const
      case 6:
        return [
          `insert into shared_access (user_id, id, resource_type, resource_id, shared_with_user_id, shared_by_user_id, role)
           values ($1, $2, 'story', $3, $4, $1, $5) on conflict do nothing`,
          [ana.id, uuidv7(), story, pick(friends).id, pick(['viewer', 'editor', 'admin'])],
        ] as const
      default:
        return pick([
          ['update transcript_pieces set done_at = now() where user_id = $1 and done_at is null', [ana.id]],
          ['delete from transcripts where user_id = $1 and pieces_done > 1', [ana.id]],
          [`update shared_access set role = 'viewer' where user_id = $1 and role = 'editor'`, [ana.id]],
          [`delete from shared_access where user_id = $1 and role = 'admin'`, [ana.id]],
          ['delete from stories where user_id = $1 and id = $2', [ana.id, stories[2]?.id]],
        ] as const)
    }
  })
  const failures: string[] = []
  for (let at = 0; at < steps.length; at += 4) {
    const four = steps
      .slice(at, at + 4)
      .map(([statement, values]) => connections.query(statement, [...values]))
    for (const { reason } of (await Promise.allSettled(four)) as { reason?: pg.DatabaseError }[]) {
      // Deadlocks and references to a story that is gone are expected: the statement is rolled back as a whole.
      if (reason && !['40P01', '23503'].includes(reason.code ?? '')) failures.push(reason.message)
    }
  }

  expect(failures).toEqual([])
  const truth = await recounted(ana)
  expect(truth.slice(0, 2).every((count) => count > 0)).toBe(true)
  expect(await counted(ana)).toEqual(truth)
  expect(await repairUsage(services)).toBe(0)
})

test('counters that somebody tampered with are found and counted anew, and nobody else’s are touched', async () => {
  const [ana, boris] = [await person(), await person()]
  for (const { id } of [ana, boris]) {
    await database.asOwner(
      `insert into media (user_id, role, kind, mime_type, size_bytes, storage_key)
       values ($1, 'original', 'video', 'video/webm', 70, $2)`,
      [id, uuidv7()],
    )
  }
  await asSuperuser(
    database,
    'update usage_tracking set storage_used_bytes = 1, ai_analysis_hours_used = 3, collaborators_count = 9 where user_id = $1',
    [ana.id],
  )

  expect(await repairUsage(services)).toBe(1)

  expect(await counted(ana)).toEqual([70, 0, 0])
  expect(await counted(boris)).toEqual([70, 0, 0])
})

test('a recount waits for an upload that is under way and loses nothing of it', async () => {
  const ana = await person()
  const [written, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const id = uuidv7()
  const upload = asUser(services.db, ana.claims, async (tx) => {
    await tx
      .insertInto('media')
      .values({
        user_id: ana.id,
        id,
        role: 'original',
        kind: 'video',
        mime_type: 'video/webm',
        size_bytes: 40,
        storage_key: `media/${ana.id}/${id}`,
      })
      .execute()
    written.resolve()
    await goOn.promise
  })
  await written.promise
  const recount = asWorker(services.db, null, (tx) => sql`select app.recount_usage(${ana.id})`.execute(tx))
  await expect.poll(waiting).toBe(1)
  goOn.resolve()
  await Promise.all([upload, recount])

  expect(await counted(ana)).toEqual([40, 0, 0])
})

test('of two portraits that race for the last room one is kept and the other told', async () => {
  const ana = await person()
  const portrait = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const members = await Promise.all(
    ['Elena', 'Olga'].map((firstName) =>
      ana.client.familyMembers.create({ id: uuidv7(), firstName, lastName: 'Petrova' }),
    ),
  )
  const send = ({ id }: { id: string } = { id: '' }) =>
    ana.request(`/media/portraits/${id}`, { method: 'PUT', body: portrait })
  expect((await send(members[0])).status).toBe(200)
  const [size] = (await counted(ana)) ?? []
  await ana.client.familyMembers.removePortrait({ id: members[0]?.id ?? '' })
  await limitStorage(database, ana, Number(size))

  const answers = await Promise.all(members.map(send))

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 507])
  expect((await counted(ana))?.[0]).toBe(size)
})

test('whoever has more than their plan allows, as after a smaller one, deletes as before and adds nothing', async () => {
  const ana = await person()
  const { id } = await ana.client.stories.create({ id: uuidv7(), title: 'The mill', method: 'upload' })
  const add = async () => {
    const file = uuidv7()
    await database.asOwner(
      `insert into media (user_id, id, story_id, role, kind, state, mime_type, file_name, size_bytes, storage_key)
       values ($1, $2, $3, 'original', 'image', 'stored', 'image/png', 'letter.png', 100, $4)`,
      [ana.id, file, id, `media/${ana.id}/${file}`],
    )
    return file
  }
  const [first] = [await add(), await add(), await add()]
  await limitStorage(database, ana, 100)

  await ana.client.media.remove({ id: first })

  expect((await counted(ana))?.[0]).toBe(200)
  const detail = '{"usedBytes" : 200, "limitBytes" : 100}'
  await expect(add()).rejects.toMatchObject({ code: 'KN507', detail })
})

test('of two editors let in at once by a plan for one, one is let in', async () => {
  const ana = await person()
  const friends = [await person(), await person()]
  const story = await ana.client.stories.create({ id: uuidv7(), title: 'One', method: 'journal' })
  await asSuperuser(
    database,
    `update subscriptions set own_limits = '{"collaborators": 1}' where user_id = $1`,
    [ana.id],
  )

  const answers = await Promise.allSettled(
    friends.map(({ email }) =>
      ana.client.sharing.share({ resourceType: 'story', resourceId: story.id, email, role: 'editor' }),
    ),
  )

  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'SHARING_LIMIT_REACHED', data: { kind: 'collaborators', limit: 1 } },
  })
})

test('two pieces heard at once never use more of the month than there is', async () => {
  const ana = await person()
  const story = await ana.client.stories.create({ id: uuidv7(), title: 'One', method: 'recording' })
  const ids = await Promise.all(
    [0, 1].map(async (part) => (await startRecording(ana, { storyId: story.id, part })).id),
  )
  for (const id of ids) {
    await database.asOwner(
      'insert into transcripts (user_id, id, story_id) values ($1, $2, $3) on conflict do nothing',
      [ana.id, id, story.id],
    )
    await database.asOwner(
      'insert into transcript_pieces (user_id, transcript_id, index, start_ms, end_ms) values ($1, $2, 0, 0, 3500000)',
      [ana.id, id],
    )
  }

  const answers = await Promise.allSettled(
    ids.map((id) =>
      connections.query('update transcript_pieces set done_at = now() where transcript_id = $1', [id]),
    ),
  )

  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'KN424' } })
  expect(await counted(ana)).toEqual([0, 3_500_000, 0])
})

test('files of storybooks are counted by the month: two at once, one taken back by failing, and one more refused', async () => {
  const ana = await person()
  await asSuperuser(
    database,
    `update subscriptions set own_limits = '{"exportsPerMonth": 2}' where user_id = $1`,
    [ana.id],
  )
  const story = await ana.client.stories.create({ id: uuidv7(), title: 'One', method: 'journal' })
  const books = await Promise.all(
    [1, 2, 3].map(() =>
      ana.client.storybooks.create({ id: uuidv7(), title: 'A book', storyIds: [story.id] }),
    ),
  )
  const make = ({ id }: { id: string } = { id: '' }) =>
    ana.client.storybookExports.start({ storybookId: id, id: uuidv7(), format: 'epub' })

  const answers = await Promise.allSettled(books.map(make))

  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'EXPORT_LIMIT_REACHED', data: { allowed: 2 } },
  })
  await asSuperuser(
    database,
    `update storybook_exports set state = 'failed'
     where id = (select id from storybook_exports where user_id = $1 limit 1)`,
    [ana.id],
  )
  expect((await ana.client.billing.get()).usage.exports).toEqual({ used: 1, limit: 2 })
  await make(books[0])
  await expect(make(books[0])).rejects.toMatchObject({ code: 'EXPORT_LIMIT_REACHED' })
})

test('what was used in an earlier month is no part of this one', async () => {
  const ana = await person()
  await asSuperuser(
    database,
    `update subscriptions set own_limits = '{"exportsPerMonth": 1, "storybooksPerMonth": 1, "aiPagesPerMonth": 1}'
     where user_id = $1`,
    [ana.id],
  )
  const story = await ana.client.stories.create({ id: uuidv7(), title: 'One', method: 'journal' })
  const uses = async () => {
    const book = await ana.client.storybooks.create({ id: uuidv7(), title: 'A book', storyIds: [story.id] })
    await ana.client.storybookExports.start({ storybookId: book.id, id: uuidv7(), format: 'epub' })
    await asSuperuser(database, `select app.count_ai_page($1, 'chapter', $2)`, [ana.id, uuidv7()])
  }
  await uses()
  await expect(uses()).rejects.toMatchObject({ code: 'STORYBOOK_LIMIT_REACHED' })
  const again = asSuperuser(database, `select app.count_ai_page($1, 'picture', $2)`, [ana.id, uuidv7()])
  await expect(again).rejects.toMatchObject({ code: 'KN426' })

  await asSuperuser(database, `update month_uses set month = month - interval '1 month' where user_id = $1`, [
    ana.id,
  ])

  await uses()
  const { storybooks, exports, aiPages } = (await ana.client.billing.get()).usage
  expect([storybooks.used, exports.used, aiPages.used]).toEqual([1, 1, 1])
})

test('hours of this month are there also where the counter was left at another by who began before it turned', async () => {
  const ana = await person()
  const { id, story } = await startRecording(ana)
  await database.asOwner(
    'insert into transcripts (user_id, id, story_id) values ($1, $2, $3) on conflict do nothing',
    [ana.id, id, story.id],
  )
  await database.asOwner(
    `insert into transcript_pieces (user_id, transcript_id, index, start_ms, end_ms)
     values ($1, $2, 0, 0, 1800000), ($1, $2, 1, 1800000, 2400000), ($1, $2, 2, 2400000, 3600001)`,
    [ana.id, id],
  )
  const hear = (index: number) =>
    database.asOwner('update transcript_pieces set done_at = now() where transcript_id = $1 and index = $2', [
      id,
      index,
    ])
  const leftAt = (month: string) =>
    asSuperuser(
      database,
      `update usage_tracking set ai_analysis_hours_used = 0.25, ai_hours_month = ai_hours_month + $2::interval
       where user_id = $1`,
      [ana.id, month],
    )

  await hear(0)
  await leftAt('-1 month')
  await hear(1)
  expect(await counted(ana)).toEqual([0, 2_400_000, 0])
  await leftAt('1 month')
  await expect(hear(2)).rejects.toMatchObject({ code: 'KN424' })
})

test('the last minute of a month can be heard to its end', async () => {
  const ana = await person()
  const { id, story } = await startRecording(ana)
  await database.asOwner(
    'insert into transcripts (user_id, id, story_id) values ($1, $2, $3) on conflict do nothing',
    [ana.id, id, story.id],
  )
  await database.asOwner(
    `insert into transcript_pieces (user_id, transcript_id, index, start_ms, end_ms)
     values ($1, $2, 0, 0, 3600000), ($1, $2, 1, 3600000, 3600001)`,
    [ana.id, id],
  )
  const hear = (index: number) =>
    database.asOwner('update transcript_pieces set done_at = now() where transcript_id = $1 and index = $2', [
      id,
      index,
    ])

  await hear(0)

  expect(await counted(ana)).toEqual([0, 3_600_000, 0])
  await expect(hear(1)).rejects.toMatchObject({ code: 'KN424' })
})

async function waiting(): Promise<number> {
  const { rows } = await database.asOwner(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0].n
}
