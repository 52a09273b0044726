import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { asLink, type LinkClaims } from '../../db/actor.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { newRecording } from '../../testing/recorder.ts'
import { type Device, deviceWith, makeLink, newDeviceKey } from '../../testing/recording-links.ts'
import { hashOfToken } from '../../token.ts'

/*
 * One link against every route and every table. What a link may do is listed here; everything else, including
 * whatever is added later, is closed to it.
 */
const { app, services, database, person } = await createTestKinora()

const isForLinks = new Set([
  'PUT /recordings/{id}',
  'GET /recordings/{id}/status',
  'POST /recordings/{id}/complete',
  'DELETE /recordings/{id}',
  'POST /recording-link/open',
  'POST /recording-link/report',
])
/** Open to everybody, with a link of another kind in the request itself. */
const forEverybody =
  /^\/(public-stories\/|weekly-question\/|invitation\/read$|public-profile\/read$|notices\/unsubscribe$)/
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
const { paths } = document.parse(await (await app.request('/api/openapi.json')).json())
const closed = Object.entries(paths)
  .flatMap(([route, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${route}`))
  .filter((operation) => !isForLinks.has(operation))

let ana: Person
let phone: Device
let claims: LinkClaims
let storyId: string
const key = newDeviceKey()

beforeAll(async () => {
  ana = await person()
  const start = newRecording()
  await ana.client.recordings.start(start)
  await ana.client.recordings.start(newRecording())
  storyId = start.story.id
  const { link, address } = await makeLink(ana, { storyId })
  phone = deviceWith(app, address, key)
  await phone.client.recordingLinks.open()
  await phone.client.recordings.start(newRecording({ storyId, part: 1 }))
  claims = { sub: ana.id, link: link.id, device: hashOfToken(key) }
})

describe('with a link', () => {
  test.for(closed)('%s answers what it answers a stranger', async (operation) => {
    const [method = '', route = ''] = operation.split(' ')
    const path = `/api${route.replace(/\{\w+\}/g, storyId)}`
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }
    const init = { method, headers: { 'content-type': 'application/json' }, ...body }

    const response = await phone.request(path, init)

    expect(response.status).toBe((await app.request(path, init)).status)
    expect(response.status).toBe(forEverybody.test(route) ? 400 : 401)
  })

  test('files can neither be fetched nor added', async () => {
    expect((await phone.request(`/media/files/${uuidv7()}`)).status).toBe(404)
    const begun = await phone.request('/media/uploads', {
      method: 'POST',
      headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': '100' },
    })
    expect(begun.status).toBe(401)
  })
})

describe('the database itself', () => {
  const attempt = (statement: string, as: LinkClaims | null = claims) =>
    asLink(services.db, as, (tx) => sql.raw<{ n: number }>(statement).execute(tx)).then(
      ({ rows }) => rows,
      (error: Error) => error.message,
    )

  const recordedIn = (story: string) =>
    `insert into public.recordings (user_id, id, story_id, part, kind, mime_type, quality, started_at, original_media_id, link_id, link_device)
     values ('${ana.id}', '${uuidv7()}', '${story}', 0, 'audio', 'audio/webm', 'low', now(), '${uuidv7()}', '${claims.link}', '${claims.device}')`

  const idOf = async (which: string): Promise<string> => {
    const { rows } = await database.asOwner(`select id from recordings where story_id = $1 and ${which}`, [
      storyId,
    ])
    return rows[0].id
  }

  test('shows a link nothing but its own recordings, and what recording takes', async () => {
    const { rows: tables } = await database.asOwner(
      `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    const readable: Record<string, unknown> = {}
    for (const { table_name: table } of tables) {
      const rows = await attempt(`select count(*)::int as n from public.${table}`)
      if (Array.isArray(rows)) readable[table] = rows[0]?.n
    }

    expect(readable).toEqual({
      recordings: 1,
      recording_chunks: 0,
      media: 1,
      // Of the following tables it may only read the columns that are granted.
      recording_links: 1,
      stories: 1,
      usage_tracking: 1,
      subscriptions: 1,
    })
    expect(await attempt('select title from public.stories')).toMatch(/permission denied/)
    expect(await attempt('select secret_hash from public.recording_links')).toMatch(/permission denied/)
    expect(await attempt('select question from public.recording_links')).toHaveLength(1)
  })

  test('lets a link change nothing else', async () => {
    for (const statement of [
      `update public.stories set title = 'Taken'`,
      `delete from public.stories`,
      `update public.recording_links set expires_at = now() + interval '1 year'`,
      `update public.usage_tracking set storage_used_bytes = 0`,
      `update public.subscriptions set tier = 'generation'`,
      `insert into public.story_notes (user_id, story_id, text) values ('${ana.id}', '${storyId}', 'Taken')`,
      `select app.enqueue('empty_trash', '{}')`,
      `select app.enqueue('pack_archive', '{"userId": "${ana.id}"}')`,
      `select app.enqueue('finalise_recording', '{"userId": "${uuidv7()}", "recordingId": "${uuidv7()}"}')`,
    ]) {
      expect(await attempt(statement), statement).toMatch(/permission denied|may not queue/)
    }
    const another = `insert into public.stories (user_id, id, title, method) values ('${ana.id}', '${uuidv7()}', 'x', 'recording')`
    expect(await attempt(another)).toMatch(/row-level security/)
  })

  test('shows nothing at all to claims of another device, another owner, or none', async () => {
    const count = 'select count(*)::int as n from public.recordings'
    const mallory = await person('Mallory')

    expect(await attempt(count, { ...claims, device: hashOfToken('another') })).toEqual([{ n: 0 }])
    expect(await attempt(count, { ...claims, sub: mallory.id })).toEqual([{ n: 0 }])
    expect(await attempt(count, { ...claims, link: uuidv7() })).toEqual([{ n: 0 }])
    expect(await attempt(count, null)).toEqual([{ n: 0 }])
  })

  test('counts the parts of its story alone, and not those of a story that somebody else made under its id', async () => {
    const mallory = await person('Mallory')
    await mallory.client.recordings.start(newRecording({ storyId, part: 7 }))
    await ana.client.recordings.start(newRecording({ part: 8 }))

    expect(await attempt('select parts, next_part from app.link_parts()')).toEqual([
      { parts: 2, next_part: 2 },
    ])
  })

  test('keeps files and chunks of a link to its own recordings', async () => {
    const [own, byComputer, another] = [
      await idOf('link_id is not null'),
      await idOf('link_id is null'),
      newRecording(),
    ]
    await ana.client.recordings.start(another)
    const file = (recording: string, story: string) => {
      const id = uuidv7()
      return `insert into public.media (user_id, id, story_id, recording_id, role, kind, state, mime_type, storage_key)
        values ('${ana.id}', '${id}', '${story}', '${recording}', 'original', 'audio', 'receiving', 'audio/webm', 'media/${ana.id}/${id}')`
    }
    const chunk = (recording: string) =>
      `insert into public.recording_chunks (user_id, recording_id, index, byte_offset, size, sha256)
       values ('${ana.id}', '${recording}', 0, 0, 1, repeat('a', 64))`

    expect(await attempt(file(byComputer, storyId))).toMatch(/row-level security/)
    expect(await attempt(file(own, another.story.id))).toMatch(/row-level security/)
    expect(await attempt(file(own, storyId))).toEqual([])
    expect(await attempt(chunk(byComputer))).toMatch(/row-level security/)
    expect(await attempt(chunk(own))).toEqual([])
    await database.asOwner(
      `insert into recording_chunks (user_id, recording_id, index, byte_offset, size, sha256)
       values ($1, $2, 0, 0, 1, repeat('a', 64))`,
      [ana.id, byComputer],
    )
    expect(await attempt('select count(*)::int as n from public.recording_chunks')).toEqual([{ n: 1 }])
  })

  test('keeps what one link recorded from another one to the same story, but for the device that recorded it and keeps the other', async () => {
    const count = 'select count(*)::int as n from public.recordings'
    const { link, address } = await makeLink(ana, { storyId })
    const another = { ...claims, link: link.id }
    expect(await attempt(count, another)).toEqual([{ n: 0 }])

    await deviceWith(app, address, key).client.recordingLinks.open()

    expect(await attempt(count, another)).toEqual([{ n: 1 }])
    expect(await attempt(count, { ...another, device: hashOfToken('another') })).toEqual([{ n: 0 }])
    const elsewhere = await makeLink(ana)
    await deviceWith(app, elsewhere.address, key).client.recordingLinks.open()
    expect(await attempt(count, { ...claims, link: elsewhere.link.id })).toEqual([{ n: 0 }])
    expect(await attempt('select question from public.recording_links', another)).toHaveLength(1)
    expect(await attempt(recordedIn(storyId), another)).toMatch(/row-level security/)
    const inAnothersName = recordedIn(storyId).replace(claims.device, hashOfToken('another'))
    expect(await attempt(inAnothersName)).toMatch(/row-level security/)

    await database.asOwner('update recording_links set revoked_at = now() where id = $1', [link.id])
    expect(await attempt(count, another)).toEqual([{ n: 0 }])
  })

  test('holds a link to its story where the server forgets to', async () => {
    const other = newRecording()
    await ana.client.recordings.start(other)

    expect(await attempt(recordedIn(other.story.id))).toMatch(/row-level security/)
    expect(await attempt(recordedIn(storyId))).toEqual([])
    await database.asOwner('update recording_links set revoked_at = now() where id = $1', [claims.link])
    expect(await attempt(recordedIn(storyId))).toMatch(/row-level security/)
    await database.asOwner('update recording_links set revoked_at = null, expires_at = now() where id = $1', [
      claims.link,
    ])
    expect(await attempt(recordedIn(storyId))).toMatch(/row-level security/)
    const nineDaysAgo = () => recordedIn(storyId).replace('now()', `now() - interval '9 days'`)
    const ranOut = (ago: string) =>
      database.asOwner('update recording_links set expires_at = now() - $2::interval where id = $1', [
        claims.link,
        ago,
      ])
    await ranOut('6 days')
    expect(await attempt(nineDaysAgo())).toEqual([])
    await ranOut('8 days')
    expect(await attempt(nineDaysAgo())).toMatch(/row-level security/)
    await database.asOwner('update recording_links set revoked_at = now() where id = $1', [claims.link])
    for (const table of ['recordings', 'stories', 'subscriptions', 'usage_tracking'])
      expect(await attempt(`select count(*)::int as n from public.${table}`), table).toEqual([{ n: 0 }])
  })
})
