import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { asWorker } from '../../db/actor.ts'
import { createLog } from '../../log.ts'
import { findMediaTool } from '../../media/find-media-tool.ts'
import { readFixityFigures } from '../../media/fixity-figures.ts'
import type { Services } from '../../services.ts'
import { sha256Of } from '../../sha256.ts'
import { type Storage, StorageError } from '../../storage/storage.ts'
import { firstTry } from '../../testing/archives.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { waitingMail } from '../../testing/waiting-mails.ts'
import { deriveCopies, emptyBin } from '../media/media.ts'
import { fixityJobs, readDue } from './fixity.ts'
import { createPace } from './paced.ts'
import type { Found } from './read-due.ts'

const { services, database, person } = await createTestKinora()

/** A file of a story as an upload leaves it, last read a hundred days ago. */
async function keepFile(who: Person, bytes: Uint8Array, fileName = 'letter.jpg') {
  const story = await who.client.stories.create({ id: uuidv7(), title: 'The mill', method: 'upload' })
  const id = uuidv7()
  const key = `media/${who.id}/${id}`
  await services.storage.put(key, bytes)
  await database.asOwner(
    `insert into media (user_id, id, story_id, role, kind, state, mime_type, file_name, size_bytes, sha256, storage_key, verified_at)
     values ($1, $2, $3, 'original', 'image', 'stored', 'image/png', $4, $5, $6, $7, now() - interval '100 days')`,
    [who.id, id, story.id, fileName, bytes.length, sha256Of(bytes), key],
  )
  return { id, key, storyId: story.id }
}

const read = (
  given: Partial<Services> = {},
  days = 60,
  log = createLog('silent'),
  awayAfter = 20,
): Promise<Found> =>
  readDue(
    { ...services, ...given },
    { days, forMs: 60_000, awayAfter, signal: new AbortController().signal, log },
  )

const timePasses = (userId: string) =>
  database.asOwner(`update media set checked_at = now() - interval '100 days' where user_id = $1`, [userId])

/** The outcomes of the checks of one file, each with the number of times it was found in a row. */
const historyOf = async (mediaId: string): Promise<[string, number][]> => {
  const { rows } = await database.asOwner(
    'select outcome, checks from fixity_history where media_id = $1 order by began_at',
    [mediaId],
  )
  return rows.map(({ outcome, checks }) => [outcome, checks])
}

const mailsTo = async (email: string) =>
  (await waitingMail(database, services.secrets, email).catch(() => null))?.subject ?? null

test('an original that has changed or is gone is told to its owner once, and to nobody else, until it is right again', async () => {
  const [ana, mallory] = [await person('Ana'), await person('Mallory')]
  const bytes = randomBytes(30_000)
  const [whole, changed, gone] = [
    await keepFile(ana, bytes),
    await keepFile(ana, bytes),
    await keepFile(ana, bytes),
  ]
  const wrong = Buffer.from(bytes)
  wrong[20_000] = (wrong[20_000] ?? 0) ^ 1
  await services.storage.put(changed.key, wrong)
  await services.storage.delete(gone.key)

  expect(await read()).toMatchObject({ intact: 1, changed: 1, missing: 1 })
  expect(await ana.client.fixity.get()).toMatchObject({ files: 3, readAgain: 3, damaged: 2 })
  const listed = await ana.client.fixity.damaged()
  expect(listed.map(({ id, damage, storyId }) => ({ id, damage, storyId }))).toEqual(
    expect.arrayContaining([
      { id: changed.id, damage: 'changed', storyId: changed.storyId },
      { id: gone.id, damage: 'missing', storyId: gone.storyId },
    ]),
  )
  expect(await mallory.client.fixity.damaged()).toEqual([])
  const seen = { id: changed.storyId }
  await expect(mallory.client.fixity.inStory(seen)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const vera = await person('Vera')
  const shared = { resourceType: 'story', resourceId: changed.storyId } as const
  await ana.client.sharing.share({ ...shared, email: vera.email, role: 'viewer' })
  expect(await vera.client.fixity.inStory(seen)).toEqual([changed.id])
  expect(await vera.client.fixity.damaged()).toEqual([])
  expect(await ana.client.fixity.inStory({ id: whole.storyId })).toEqual([])
  expect(await mallory.client.fixity.get()).toMatchObject({ files: 0, damaged: 0, lastReadAt: null })
  const mail = await waitingMail(database, services.secrets, ana.email)
  expect(mail.subject).toBe('Something you keep in Kinora was damaged')
  expect(mail.text.match(/“The mill”: the file “letter.jpg”/g)).toHaveLength(2)
  expect((await readFixityFigures(services.db)).damaged).toBe(2)

  expect(await read()).toMatchObject({ intact: 0, changed: 0, missing: 0 })
  await database.asOwner('delete from graphile_worker._private_jobs')
  await timePasses(ana.id)
  expect(await read()).toMatchObject({ intact: 1, changed: 1, missing: 1 })
  expect(await mailsTo(ana.email)).toBeNull()

  await timePasses(ana.id)
  await services.storage.put(changed.key, bytes)
  await services.storage.put(gone.key, bytes)
  expect(await read()).toMatchObject({ intact: 3 })
  expect(await ana.client.fixity.damaged()).toEqual([])
  expect((await buffer(await services.storage.read(whole.key))).equals(bytes)).toBe(true)
  // However often the file is read, equal outcomes share one row.
  expect(await historyOf(whole.id)).toEqual([['intact', 3]])
  expect(await historyOf(gone.id)).toEqual([
    ['missing', 2],
    ['intact', 1],
  ])
})

test('a mail names what was found since the last one, and the list says how each file was found last', async () => {
  const ana = await person('Ana')
  await keepFile(ana, randomBytes(300))
  const [first, second] = [
    await keepFile(ana, randomBytes(300), 'first.jpg'),
    await keepFile(ana, randomBytes(300), 'second.jpg'),
  ]
  await services.storage.put(first.key, randomBytes(300))
  expect(await read()).toMatchObject({ changed: 1 })
  expect((await waitingMail(database, services.secrets, ana.email)).text).toContain('first.jpg')
  await database.asOwner('delete from graphile_worker._private_jobs')

  await timePasses(ana.id)
  await services.storage.delete(first.key)
  await services.storage.delete(second.key)
  expect(await read()).toMatchObject({ missing: 2 })

  const { text } = await waitingMail(database, services.secrets, ana.email)
  expect([text.includes('first.jpg'), text.includes('second.jpg')]).toEqual([false, true])
  const listed = await ana.client.fixity.damaged()
  expect(listed.map(({ id, damage }) => ({ id, damage }))).toEqual([
    { id: second.id, damage: 'missing' },
    { id: first.id, damage: 'missing' },
  ])
})

test('a person is told when what they keep was read last, and since when each of it was', async () => {
  const ana = await person('Ana')
  const [early] = [await keepFile(ana, randomBytes(300)), await keepFile(ana, randomBytes(300))]
  await read()
  await database.asOwner(`update media set checked_at = now() - interval '30 days' where id = $1`, [early.id])

  const { lastReadAt, oldestReadAt } = await ana.client.fixity.get()

  const daysAgo = (at: string | null) => Math.round((Date.now() - Date.parse(at ?? '')) / 86_400_000)
  expect([lastReadAt, oldestReadAt].map(daysAgo)).toEqual([0, 30])
})

test('what was not read again for two thirds of the time that it may take is read by the next run', async () => {
  const ana = await person('Ana')
  const [late, early] = [await keepFile(ana, randomBytes(300)), await keepFile(ana, randomBytes(300))]
  const readDaysAgo = (id: string, share: number) =>
    database.asOwner('update media set checked_at = now() - make_interval(hours => $2) where id = $1', [
      id,
      Math.round(services.env.fixity.days * share * 24),
    ])
  await readDaysAgo(late.id, 0.7)
  await readDaysAgo(early.id, 0.6)
  const job = fixityJobs(services).find(({ name }) => name === 'check_fixity')

  await job?.run({}, firstTry())

  expect([await historyOf(late.id), await historyOf(early.id)]).toEqual([[['intact', 1]], []])
})

test('where all is to be read again each day, nothing is read again within the hour', async () => {
  const ana = await person('Ana')
  const [late, early] = [await keepFile(ana, randomBytes(300)), await keepFile(ana, randomBytes(300))]
  const readHoursAgo = (id: string, hours: number) =>
    database.asOwner('update media set checked_at = now() - make_interval(hours => $2) where id = $1', [
      id,
      hours,
    ])
  await readHoursAgo(late.id, 25)
  await readHoursAgo(early.id, 1)
  const env = { ...services.env, fixity: { ...services.env.fixity, days: 1 } }
  const job = fixityJobs({ ...services, env }).find(({ name }) => name === 'check_fixity')

  await job?.run({}, firstTry())

  expect([await historyOf(late.id), await historyOf(early.id)]).toEqual([[['intact', 1]], []])
})

test.each([
  ['is given anew', `update media set sha256 = repeat('a', 64), checked_at = now() where id = $1`],
  ['goes', 'delete from media where id = $1'],
])('of a file that %s while it is read nothing is said', async (_, happening) => {
  const ana = await person('Ana')
  await keepFile(ana, randomBytes(300))
  const { id, key } = await keepFile(ana, randomBytes(300))
  const { storage } = services
  const meanwhile: Storage = Object.assign(Object.create(storage), {
    stat: (wanted: string) => storage.stat(wanted),
    read: async (...given: Parameters<typeof storage.read>) => {
      if (given[0] !== key) return storage.read(...given)
      await database.asOwner(happening, [id])
      return Readable.from([randomBytes(300)])
    },
  })

  expect(await read({ storage: meanwhile })).toMatchObject({ intact: 1, gone: 1, changed: 0, failed: 0 })

  expect(await ana.client.fixity.damaged()).toEqual([])
})

test('a damaged copy is made again from its original, and nobody is troubled', async () => {
  const ana = await person('Ana')
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#468' } })
    .png()
    .toBuffer()
  const { id } = await keepFile(ana, picture)
  const tool = findMediaTool()
  const make = async () =>
    deriveCopies({ services, tool: await tool, userId: ana.id, mediaId: id, ...firstTry() })
  const copy = async () => {
    const { rows } = await database.asOwner('select * from media where source_media_id = $1', [id])
    return rows[0]
  }
  await make()
  const { storage_key: key, sha256: unknown } = await copy()
  expect(unknown).toBeNull()
  const good = await buffer(await services.storage.read(key))
  await database.asOwner(
    `update media set created_at = now() - interval '2 hours' where source_media_id = $1`,
    [id],
  )
  expect(await read()).toMatchObject({ hashed: 1 })
  expect((await copy()).sha256).toBe(sha256Of(good))
  expect(await historyOf((await copy()).id)).toEqual([['hashed', 1]])

  await timePasses(ana.id)
  const path = services.storage.localPath(key) ?? ''
  await writeFile(path, randomBytes(good.length))
  expect(await read()).toMatchObject({ intact: 1, mending: 1 })
  expect(await copy()).toBeUndefined()
  const { rows: jobs } = await database.asOwner(
    `select key from graphile_worker.jobs where task_identifier = 'process_upload' and key like '%' || $1`,
    [id],
  )
  expect(jobs).toHaveLength(1)
  await make()
  await emptyBin(services)
  expect((await buffer(await services.storage.read((await copy()).storage_key))).equals(good)).toBe(true)
  expect(await ana.client.fixity.damaged()).toEqual([])
  expect(await mailsTo(ana.email)).toBeNull()
})

test('whoever wishes no mails is sent none of damage, which their stories show; a run whose time is over reads nothing', async () => {
  const ana = await person('Ana')
  const { key } = await keepFile(ana, randomBytes(50))
  await ana.client.notices.change({ email: false })
  await services.storage.delete(key)
  const run = { days: 60, forMs: -1, awayAfter: 20, signal: new AbortController().signal }

  expect(await readDue(services, { ...run, log: createLog('silent') })).toMatchObject({ missing: 0 })
  expect(await read()).toMatchObject({ missing: 1 })

  expect(await ana.client.fixity.get()).toMatchObject({ damaged: 1 })
  expect(await mailsTo(ana.email)).toBeNull()
})

test('a store that does not answer says nothing about what it holds; a wrong answer is asked for twice', async () => {
  const ana = await person('Ana')
  const { key } = await keepFile(ana, randomBytes(5_000))
  const { storage } = services
  const away = Object.assign(Object.create(storage), {
    stat: () => Promise.reject(new Error('no route to host')),
  })
  expect(await read({ storage: away })).toMatchObject({ failed: 1, intact: 0 })
  expect(await ana.client.fixity.get()).toMatchObject({ damaged: 0 })

  let asked = 0
  const errsOnce: Storage = Object.assign(Object.create(storage), {
    stat: (wanted: string) => storage.stat(wanted),
    read: async (...given: Parameters<typeof storage.read>) => {
      asked += 1
      return asked === 1 ? Readable.from([randomBytes(5_000)]) : storage.read(...given)
    },
  })
  expect(await read({ storage: errsOnce })).toMatchObject({ intact: 1, changed: 0 })
  expect([asked, await storage.stat(key)]).toEqual([2, { size: 5_000 }])
})

test('a store that is away is one line of the log, and is left alone after twenty tries', async () => {
  const ana = await person('Ana')
  for (let file = 0; file < 30; file += 1) await keepFile(ana, randomBytes(50))
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const noAnswer = (key: string) => Promise.reject(new StorageError('UNAVAILABLE', `no answer for ${key}`))
  const away: Storage = Object.assign(Object.create(services.storage), { stat: noAnswer, read: noAnswer })

  expect(await read({ storage: away }, 60, log)).toMatchObject({ failed: 20 })

  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ count: 20, err: expect.objectContaining({ code: 'UNAVAILABLE' }) }),
  ])
  expect(await read()).toMatchObject({ failed: 0, intact: 30 })
})

test('files that are not given out keep no others from being read again, however many they are', async () => {
  const ana = await person('Ana')
  const refused = [await keepFile(ana, randomBytes(50)), await keepFile(ana, randomBytes(50))]
  await keepFile(ana, randomBytes(50))
  const denied = Object.assign(new Error('permission denied'), { code: 'EACCES' })
  const guarded: Storage = Object.assign(Object.create(services.storage), {
    stat: (key: string) => services.storage.stat(key),
    read: (...given: Parameters<Storage['read']>) =>
      refused.some(({ key }) => key === given[0]) ? Promise.reject(denied) : services.storage.read(...given),
  })

  expect(await read({ storage: guarded }, 60, createLog('silent'), 2)).toMatchObject({ failed: 2, intact: 1 })
  expect(await read()).toMatchObject({ failed: 0, intact: 2 })
})

test('a disk that is not mounted, or gives out nothing any more, is no damage to anything that it held', async () => {
  const ana = await person('Ana')
  const { id } = await keepFile(ana, randomBytes(5_000))
  await keepFile(ana, randomBytes(5_000))
  await database.asOwner(
    `insert into media (user_id, source_media_id, role, kind, state, mime_type, size_bytes, sha256, storage_key, verified_at)
     values ($1, $2, 'poster', 'image', 'stored', 'image/jpeg', 9, $3, $4, now() - interval '100 days')`,
    [ana.id, id, sha256Of(randomBytes(9)), `media/${ana.id}/${id}.9.poster`],
  )
  const { storage } = services
  const failing = Object.assign(new Error('input/output error'), { code: 'EIO' })
  const [unmounted, pulledOut] = [
    { stat: async () => null, read: () => storage.read('media/nothing') },
    { stat: (key: string) => storage.stat(key), read: () => Promise.reject(failing) },
  ].map((away) => Object.assign(Object.create(storage), away))

  expect(await read({ storage: unmounted })).toMatchObject({ failed: 3, missing: 0, mending: 0 })
  expect(await read({ storage: pulledOut })).toMatchObject({ failed: 3, changed: 0 })

  expect(await ana.client.fixity.get()).toMatchObject({ files: 2, damaged: 0 })
  expect(await mailsTo(ana.email)).toBeNull()
  expect(await read()).toMatchObject({ intact: 2, mending: 1 })
})

test('of somebody who lost everything it is said as soon as others’ files are given out, though theirs were read later', async () => {
  const [ana, ben] = [await person('Ana'), await person('Ben')]
  for (let file = 0; file < 12; file += 1) {
    const { key } = await keepFile(ana, randomBytes(50))
    await services.storage.delete(key)
  }
  await keepFile(ben, randomBytes(50))
  await database.asOwner('update media set checked_at = now() where user_id = $1', [ben.id])

  expect(await read()).toMatchObject({ missing: 12, failed: 0 })

  expect(await ana.client.fixity.get()).toMatchObject({ damaged: 12 })
})

test('a family alone on its machine is told of every file that it lost, however many lay side by side, and all others are read', async () => {
  const alone = await createTestKinora()
  const ana = await alone.person('Ana')
  const keep = async (minute: number) => {
    const [key, bytes] = [`media/${ana.id}/${uuidv7()}`, randomBytes(50)]
    await alone.services.storage.put(key, bytes)
    await alone.database.asOwner(
      `insert into media (user_id, role, kind, state, mime_type, size_bytes, sha256, storage_key, verified_at)
       values ($1, 'original', 'image', 'stored', 'image/png', 50, $2, $3, $4)`,
      [ana.id, sha256Of(bytes), key, new Date(Date.UTC(2020, 0, 1, 0, minute))],
    )
    return key
  }
  await keep(0)
  for (let file = 1; file <= 15; file += 1) await alone.services.storage.delete(await keep(file))
  await keep(16)

  expect(await read(alone.services, 60, createLog('silent'), 2)).toMatchObject({
    intact: 2,
    missing: 15,
    failed: 0,
  })
})

test('reading keeps to its pace, over all that is read', async () => {
  const pace = createPace(1_000_000)
  const pieces = async function* () {
    for (let piece = 0; piece < 10; piece += 1) yield new Uint8Array(10_000)
  }
  const since = performance.now()
  for (const source of [pieces(), pieces()]) {
    for await (const _ of pace(source, new AbortController().signal));
  }
  expect(performance.now() - since).toBeGreaterThan(170)
})

test('in the database itself no original goes as a damaged copy does, nor a copy of anybody else', async () => {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  const { id: original, key } = await keepFile(ana, randomBytes(100))
  const copy = uuidv7()
  await database.asOwner(
    `insert into media (user_id, id, story_id, source_media_id, role, kind, state, mime_type, size_bytes, storage_key)
     select user_id, $1, story_id, id, 'playback', kind, state, mime_type, size_bytes, $2 from media where id = $3`,
    [copy, `${key}.playback`, original],
  )
  const drop = (owner: Person, medium: string) =>
    asWorker(services.db, owner.id, (tx) =>
      sql`select app.drop_damaged_copy(${owner.id}, ${medium})`.execute(tx),
    )
  const kept = async () => {
    const { rows } = await database.asOwner('select id from media where id = any($1)', [[original, copy]])
    return rows.map(({ id }) => id).toSorted()
  }

  await drop(ana, original)
  await drop(boris, copy)
  expect(await kept()).toEqual([original, copy].toSorted())

  await drop(ana, copy)
  expect(await kept()).toEqual([original])
})
