import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { hashedAtOnce, inTurn } from '../../auth/accounts/hashing-turns.ts'
import { asReader } from '../../db/actor.ts'
import { addedFile } from '../../testing/added-files.ts'
import { clientOf } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { otherTransaction, somebodyWaits } from '../../testing/other-transaction.ts'
import { recordWhole } from '../../testing/recorder.ts'
import { heardRecording, hearFile, hearWords } from '../../testing/transcripts.ts'
import { hashOfToken } from '../../token.ts'

const kinora = await createTestKinora({
  AUTH_RATE_LIMITS: 'true',
  AUTH_TRUSTED_PROXY_HOPS: '1',
})
const { app, person, database, services } = kinora
const visitor = clientOf(app)
const visitorFrom = (address: string) =>
  clientOf({
    request: (asked, init) => {
      const request = new Request(asked, init)
      request.headers.set('x-forwarded-for', address)
      return app.request(request)
    },
  })
type Person = Awaited<ReturnType<typeof person>>

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const tokenOf = ({ url }: { url: string }) => url.split('/s/')[1] ?? ''

/** A story with a recording, a photo and a note, beside another story that has no link. */
async function storyOf(owner: Person) {
  const bytes = new TextEncoder().encode(`film ${uuidv7()}`)
  const recording = await recordWhole(owner, bytes)
  const storyId = recording.story.id
  await owner.client.stories.putNote({ storyId, id: uuidv7(), text: 'It rained.', timestamp: '00:02' })
  await addCopy(owner, recording.id)
  const photo = uuidv7()
  const key = `media/${owner.id}/${photo}`
  await services.storage.put(key, Buffer.from('photo'))
  await database.asOwner(
    `insert into media (user_id, id, story_id, role, kind, state, mime_type, file_name, size_bytes, storage_key)
     values ($1, $2, $3, 'original', 'image', 'stored', 'image/png', 'wedding.png', 5, $4)`,
    [owner.id, photo, storyId, key],
  )
  const { story: beside } = await recordWhole(owner, new TextEncoder().encode('another'))
  await owner.client.stories.putNote({
    storyId: beside.id,
    id: uuidv7(),
    text: 'Not told.',
    timestamp: '00:01',
  })
  return { storyId, recordingId: recording.id, bytes }
}

/** A playback copy as the job leaves it beside a recording, here with the original's bytes. */
async function addCopy(owner: Person, recordingId: string): Promise<void> {
  await database.asOwner(
    `insert into media
       (user_id, id, story_id, recording_id, source_media_id, role, kind, state, mime_type, size_bytes, storage_key)
     select user_id, $1, story_id, recording_id, id, 'playback', kind, 'stored', 'video/webm', size_bytes, storage_key
     from media where user_id = $2 and recording_id = $3 and role = 'original'`,
    [uuidv7(), owner.id, recordingId],
  )
}

async function linked(owner: Person, settings: { password?: string; expiresAt?: string } = {}) {
  const story = await storyOf(owner)
  const link = await owner.client.publicLinks.turnOn({ storyId: story.storyId, ...settings })
  return { ...story, link, token: tokenOf(link) }
}

test('a visitor sees parts that began at one moment in the order in which their owner sees them', async () => {
  const owner = await person()
  const same = { storyId: uuidv7(), part: 0, startedAt: new Date().toISOString() }
  const parts: string[] = []
  for (const said of ['one', 'two', 'three', 'four'])
    parts.push((await recordWhole(owner, new TextEncoder().encode(said), same)).id)
  // Written anew, so that the database comes upon them in another order.
  for (const part of [1, 0])
    for (const id of [parts[1], parts[3], parts[0], parts[2]])
      await database.asOwner('update recordings set part = $3 where user_id = $1 and id = $2', [
        owner.id,
        id,
        part,
      ])
  const link = await owner.client.publicLinks.turnOn({ storyId: same.storyId })

  const seen = await visitor.publicStories.open({ token: tokenOf(link) })

  const own = await owner.client.stories.get({ id: same.storyId })
  expect(own.recordings.map(({ id }) => id)).toEqual(parts)
  expect(seen.recordings.map(({ id }) => id)).toEqual(parts)
})

test('a link that is turned on while somebody turns it off is on afterwards, at another address', async () => {
  const owner = await person()
  const storyId = uuidv7()
  await owner.client.stories.create({ id: storyId, title: 'Bread', method: 'journal' })
  const earlier = await owner.client.publicLinks.turnOn({ storyId })
  const turningOff = await otherTransaction(database)
  await turningOff.query('select from public_links where resource_id = $1 for update', [storyId])

  const turningOn = owner.client.publicLinks.turnOn({ storyId, expiresAt: inAnHour() })
  await somebodyWaits(database)
  await turningOff.query('update public_links set revoked_at = now() where resource_id = $1', [storyId])
  await turningOff.query('commit')

  expect((await turningOn).url).not.toBe(earlier.url)
  expect(await owner.client.publicLinks.get({ storyId })).toEqual(await turningOn)
})

test('a story has no link until somebody turns it on, and the same link is shown again', async () => {
  const { client } = await person()
  const id = uuidv7()
  await client.stories.create({ id, title: 'Bread', method: 'journal' })
  const storyId = id

  expect(await client.publicLinks.get({ storyId })).toBeNull()
  const link = await client.publicLinks.turnOn({ storyId })
  expect(Buffer.from(tokenOf(link), 'base64url')).toHaveLength(32)
  expect(link).toMatchObject({ expiresAt: null, isExpired: false, hasPassword: false })
  expect(await client.publicLinks.turnOn({ storyId })).toEqual(link)
  expect(await client.publicLinks.get({ storyId })).toEqual(link)
})

test('who holds the link sees that story whole, and its files play without an account', async () => {
  const ana = await person('Ana')
  const { token, bytes } = await linked(ana)

  const story = await visitor.publicStories.open({ token })

  expect(story).toMatchObject({
    title: 'The winter of 1956',
    speakers: ['Ana'],
    notes: [{ text: 'It rained.' }],
    recordings: [{ kind: 'video', hasTranscript: false }],
    files: [{ fileName: 'wedding.png', kind: 'image' }],
  })
  const part = await app.request(story.recordings[0]?.url ?? '', { headers: { range: 'bytes=2-5' } })
  expect(part.status).toBe(206)
  expect(part.headers.get('x-robots-tag')).toBe('noindex')
  expect(Buffer.from(await part.arrayBuffer())).toEqual(Buffer.from(bytes.slice(2, 6)))
})

test.each([
  ['verifying', true],
  ['safe', true],
  ['damaged', false],
  ['failed', false],
] as const)(
  'of a recording without a copy, %s, a visitor hears whether one is being made: %s',
  async (state, isPreparing) => {
    const ana = await person()
    const { id, story } = await recordWhole(ana, new TextEncoder().encode(`film ${state}`))
    const { url } = await ana.client.publicLinks.turnOn({ storyId: story.id })
    await database.asOwner('update recordings set state = $1 where id = $2', [state, id])

    const { recordings } = await visitor.publicStories.open({ token: tokenOf({ url }) })

    expect(recordings).toMatchObject([{ url: null, isPreparing }])
  },
)

test('of a talk that two devices recorded a visitor is shown one track, which can be played where either can', async () => {
  const ana = await person()
  const [phone, computer] = [
    await recordWhole(ana, new TextEncoder().encode('by the phone')),
    await recordWhole(ana, new TextEncoder().encode('by the computer')),
  ]
  await database.asOwner(
    `update recordings set story_id = $1, track_group = $2, offset_ms = 0, drift_ppm = 0 where id = any ($3)`,
    [phone.story.id, computer.id, [phone.id, computer.id]],
  )
  const { url } = await ana.client.publicLinks.turnOn({ storyId: phone.story.id })
  const shown = async () => {
    const { recordings } = await visitor.publicStories.open({ token: tokenOf({ url }) })
    return recordings.map(({ id }) => id)
  }
  expect(await shown()).toEqual([computer.id])

  await database.asOwner(
    `insert into media (user_id, id, story_id, source_media_id, recording_id, role, kind, state, mime_type, size_bytes, storage_key)
     select user_id, gen_random_uuid(), story_id, original_media_id, id, 'playback', kind, 'stored', 'audio/mp4', 1, id::text
     from recordings where id = $1`,
    [phone.id],
  )
  expect(await shown()).toEqual([phone.id])
})

test('the transcript is read line by line, with the names the family gave', async () => {
  const ana = await person()
  const { token, storyId, recordingId } = await linked(ana)
  await database.asOwner('insert into transcripts (user_id, id, story_id) values ($1, $2, $3)', [
    ana.id,
    recordingId,
    storyId,
  ])
  await database.asOwner(
    // The second voice was found to be the third's and that one Elena's; the fourth was not Petro's after all.
    `insert into transcript_speakers (user_id, transcript_id, key, name, merged_into) values ($1, $2, '1', 'Elena', null),
       ($1, $2, '2', 'Ivan', '3'), ($1, $2, '3', 'Olga', '1'), ($1, $2, '4', 'Petro', '5'), ($1, $2, '5', '', null)`,
    [ana.id, recordingId],
  )
  const said: [speaker: string, text: string][] = [
    ['1', 'One'],
    ['2', 'Two'],
    ['4', 'Three'],
  ]
  for (const [position, [speaker, text]] of said.entries()) {
    await database.asOwner(
      `insert into transcript_lines (user_id, id, transcript_id, story_id, position, speaker, start_ms, end_ms, words, text)
       values ($1, $2, $3, $4, $5, $7, 0, 1, '[]', $6)`,
      [ana.id, uuidv7(), recordingId, storyId, `a${position}`, text, speaker],
    )
  }

  const first = await visitor.publicStories.lines({ token, recordingId, limit: 2 })
  const rest = await visitor.publicStories.lines({
    token,
    recordingId,
    limit: 2,
    cursor: first.nextCursor ?? '',
  })

  expect([...first.items, ...rest.items].map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
    'Elena: One',
    'Elena: Two',
    'null: Three',
  ])
  expect(rest.nextCursor).toBeNull()
})

test('what is said in an added film is read as well, and a film in which nothing was heard offers nothing to read', async () => {
  const ana = await person()
  const { token, storyId } = await linked(ana)
  const film = await addedFile(kinora, ana, storyId)
  const silent = await addedFile(kinora, ana, storyId, { position: 1 })
  await hearFile(services, ana, film, ['We danced.'])

  const { files } = await visitor.publicStories.open({ token })
  const hasTranscript = new Map(files.map((file) => [file.id, file.hasTranscript]))
  expect([hasTranscript.get(film), hasTranscript.get(silent)]).toEqual([true, false])
  const { items } = await visitor.publicStories.lines({ token, recordingId: film })
  expect(items).toMatchObject([{ text: 'We danced.' }])
})

test('a link that was turned off says so, its addresses stop, and the next one is another', async () => {
  const ana = await person()
  const { token, storyId } = await linked(ana)
  const { recordings } = await visitor.publicStories.open({ token })
  await ana.client.publicLinks.turnOff({ storyId })

  await expect(visitor.publicStories.open({ token })).rejects.toMatchObject({ code: 'SHARE_LINK_OFF' })
  expect((await app.request(recordings[0]?.url ?? '')).status).toBe(404)
  const next = await ana.client.publicLinks.turnOn({ storyId })
  expect(tokenOf(next)).not.toBe(token)
  await expect(visitor.publicStories.open({ token })).rejects.toMatchObject({ code: 'SHARE_LINK_OFF' })
})

test('a link that has run out says so and its addresses stop; more time opens it again', async () => {
  const ana = await person()
  const { token, storyId } = await linked(ana, { expiresAt: inAnHour() })
  const { recordings } = await visitor.publicStories.open({ token })
  await database.asOwner(
    `update public_links set expires_at = now() - interval '1 second' where story_id = $1`,
    [storyId],
  )

  await expect(visitor.publicStories.open({ token })).rejects.toMatchObject({ code: 'SHARE_LINK_EXPIRED' })
  expect((await app.request(recordings[0]?.url ?? '')).status).toBe(404)
  expect(await ana.client.publicLinks.get({ storyId })).toMatchObject({ isExpired: true })

  await ana.client.publicLinks.turnOn({ storyId, expiresAt: inAnHour() })
  await expect(visitor.publicStories.open({ token })).resolves.toMatchObject({ title: expect.any(String) })
})

test('a password is asked for, checked, and a changed one closes what was opened with the one before', async () => {
  const ana = await person()
  const { token, storyId } = await linked(ana, { password: 'wild geese' })

  await expect(visitor.publicStories.open({ token })).rejects.toMatchObject({ code: 'LINK_PASSWORD_NEEDED' })
  await expect(visitor.publicStories.open({ token, password: 'tame geese' })).rejects.toMatchObject({
    code: 'LINK_PASSWORD_WRONG',
  })
  const { recordings } = await visitor.publicStories.open({ token, password: 'wild geese' })
  const url = recordings[0]?.url ?? ''
  expect((await app.request(url)).status).toBe(200)

  await ana.client.publicLinks.turnOn({ storyId, password: 'other geese' })
  expect((await app.request(url)).status).toBe(404)
  await ana.client.publicLinks.turnOn({ storyId, password: null })
  await expect(visitor.publicStories.open({ token })).resolves.toMatchObject({ title: expect.any(String) })
})

test('passwords can be guessed only a few times, and then the right one waits, too', async () => {
  const { token } = await linked(await person(), { password: 'wild geese' })
  const guess = (password: string) =>
    visitor.publicStories.open({ token, password }).catch((error: { code: string }) => error.code)

  for (let count = 0; count < limits.linkPasswordGuesses; count += 1) {
    expect(await guess(`guess ${count}`)).toBe('LINK_PASSWORD_WRONG')
  }
  expect(await guess('wild geese')).toBe('TOO_MANY_REQUESTS')
})

test('nor from ever new networks, and whoever has opened the link reads on', async () => {
  const { token } = await linked(await person(), { password: 'wild geese' })
  const reader = visitorFrom('192.0.2.1')
  await reader.publicStories.open({ token, password: 'wild geese' })
  const guess = (network: number, password: string) =>
    visitorFrom(`2001:db8:${network.toString(16)}::1`)
      .publicStories.open({ token, password })
      .catch((error: { code: string }) => error.code)

  for (let count = 0; count < limits.linkPasswordGuessesOfAll; count += 1) {
    expect(await guess(count, `guess ${count}`)).toBe('LINK_PASSWORD_WRONG')
  }

  expect(await guess(0xffff, 'wild geese')).toBe('TOO_MANY_REQUESTS')
  expect(await reader.publicStories.open({ token, password: 'wild geese' })).toHaveProperty('title')
})

test('one network has only so many passwords compared, of however many links: log-ins wait for the same turns', async () => {
  const { client } = await person()
  const caller = visitorFrom('192.0.2.2')
  const answers: string[] = []
  for (let count = 0; count <= limits.linkPasswordsCompared / limits.linkPasswordGuesses; count += 1) {
    const storyId = uuidv7()
    await client.stories.create({ id: storyId, title: 'Bread', method: 'journal' })
    const token = tokenOf(await client.publicLinks.turnOn({ storyId, password: 'wild geese' }))
    for (let guess = 0; guess < limits.linkPasswordGuesses; guess += 1) {
      await caller.publicStories
        .open({ token, password: 'tame geese' })
        .catch((error: { code: string }) => answers.push(error.code))
    }
  }

  expect(answers.filter((code) => code === 'LINK_PASSWORD_WRONG')).toHaveLength(limits.linkPasswordsCompared)
  expect(answers.at(-1)).toBe('TOO_MANY_REQUESTS')
})

test('nor does anybody set passwords without end', async () => {
  const { client } = await person()
  const storyId = uuidv7()
  await client.stories.create({ id: storyId, title: 'Bread', method: 'journal' })
  const set = (password: string) => client.publicLinks.turnOn({ storyId, password })
  for (let count = 0; count < limits.linkPasswordsSet; count += 1) await set(`wild geese ${count}`)

  await expect(set('wild geese')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(await client.publicLinks.turnOn({ storyId, password: null })).toMatchObject({ hasPassword: false })
})

test('no password is hashed for whoever may not share the story', async () => {
  const [ana, mallory] = [await person(), await person('Mallory')]
  const { storyId } = await linked(ana)
  const ends: (() => void)[] = []
  const busy = Array.from({ length: hashedAtOnce }, () =>
    inTurn(() => new Promise<void>((resolve) => ends.push(resolve))),
  )

  const turnOn = mallory.client.publicLinks.turnOn({ storyId, password: 'wild geese' })

  await expect(turnOn).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const end of ends) end()
  await Promise.all(busy)
})

test('many guesses at once are no more guesses than many in a row, and who knows it has as many as they like', async () => {
  const { token } = await linked(await person(), { password: 'wild geese' })
  const open = (password: string) =>
    visitor.publicStories.open({ token, password }).catch((error: { code: string }) => error.code)
  for (let count = 0; count <= limits.linkPasswordsCompared; count += 1) {
    expect(await open('wild geese')).toMatchObject({ title: expect.any(String) })
  }

  const guesses = Array.from({ length: limits.linkPasswordGuesses + 4 }, (_, count) => open(`guess ${count}`))
  const answers = await Promise.all(guesses)

  expect(answers.filter((code) => code === 'LINK_PASSWORD_WRONG')).toHaveLength(limits.linkPasswordGuesses)
  expect(answers.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(4)
  // From now on the right password is refused as well, although it is remembered: callers who share an address must not
  // learn which guess was right.
  expect(await open('wild geese')).toBe('TOO_MANY_REQUESTS')
})

test('a story in the trash is not shown, one that is restored is, and one that is gone takes its link along', async () => {
  const ana = await person()
  const { token, storyId } = await linked(ana)
  const { recordings } = await visitor.publicStories.open({ token })

  await ana.client.stories.delete({ id: storyId })
  await expect(visitor.publicStories.open({ token })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await app.request(recordings[0]?.url ?? '')).status).toBe(404)

  await ana.client.stories.restore({ id: storyId })
  await expect(visitor.publicStories.open({ token })).resolves.toMatchObject({ title: expect.any(String) })

  await database.asOwner('delete from stories where id = $1', [storyId])
  await expect(visitor.publicStories.open({ token })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an address that was made for a link opens no other file and cannot be turned into a person’s', async () => {
  const ana = await person()
  const { token } = await linked(ana)
  const { recordings } = await visitor.publicStories.open({ token })
  const url = recordings[0]?.url ?? ''
  const { rows } = await database.asOwner(
    `select id from media where user_id = $1 and id::text <> split_part(split_part($2, '/files/', 2), '?', 1)`,
    [ana.id, url],
  )

  expect(rows.length).toBeGreaterThan(1)
  for (const { id } of rows) {
    expect((await app.request(url.replace(/files\/[^?]+/, `files/${id}`))).status).toBe(404)
  }
  expect((await app.request(url.replace(/for=[^&]+/, `for=person.${ana.id}`))).status).toBe(404)
})

test('in the database itself the link’s role sees one story and its parts, no secrets, and writes nothing', async () => {
  const ana = await person()
  const { token, storyId, recordingId } = await linked(ana)
  for (const who of [ana, await person('Boris')]) await heardRecording(services, who, ['Of another story'])
  await hearWords(services, ana, recordingId, 'Of this one')
  const { rows: links } = await database.asOwner('select id from public_links where story_id = $1', [storyId])
  const claims = { link_id: links[0].id }
  const idsOf = (table: 'stories' | 'recordings' | 'media' | 'story_notes') =>
    asReader(services.db, claims, (tx) => tx.selectFrom(table).select(['id', 'user_id']).execute())

  expect(await idsOf('stories')).toEqual([{ id: storyId, user_id: ana.id }])
  expect(await idsOf('recordings')).toHaveLength(1)
  expect(await idsOf('media')).toHaveLength(3)
  expect(await idsOf('story_notes')).toHaveLength(1)
  const saidIn = (table: 'transcript_lines' | 'transcript_speakers') =>
    asReader(services.db, claims, (tx) => tx.selectFrom(table).select('transcript_id as id').execute())
  const transcripts = asReader(services.db, claims, (tx) =>
    tx.selectFrom('transcripts').select('id').execute(),
  )
  for (const found of [
    await transcripts,
    await saidIn('transcript_lines'),
    await saidIn('transcript_speakers'),
  ]) {
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set([recordingId]))
  }
  await expect(
    asReader(services.db, claims, (tx) => tx.selectFrom('public_links').select('token_sealed').execute()),
  ).rejects.toMatchObject({ code: '42501' })
  await expect(
    asReader(services.db, claims, (tx) => tx.updateTable('stories').set({ title: 'Taken' }).execute()),
  ).rejects.toMatchObject({ code: '42501' })

  const { rows } = await database.asOwner(
    'select to_jsonb(l)::text as row from public_links l where story_id = $1',
    [storyId],
  )
  expect(rows[0].row).not.toContain(token)
  expect(rows[0].row).toContain(hashOfToken(token))
})

test('a story that somebody makes under the id of another’s shows nothing of it by its link', async () => {
  const [ana, mallory] = [await person(), await person('Mallory')]
  const { storyId, recordingId } = await linked(ana)
  await hearWords(services, ana, recordingId, 'We came from Lisbon')
  await mallory.client.stories.create({ id: storyId, title: 'Taken', method: 'journal' })
  const token = tokenOf(await mallory.client.publicLinks.turnOn({ storyId }))

  const shown = await visitor.publicStories.open({ token })
  expect(shown).toMatchObject({ title: 'Taken', recordings: [], files: [], notes: [] })
  expect((await visitor.publicStories.lines({ token, recordingId })).items).toEqual([])

  const { rows } = await database.asOwner('select id from public_links where user_id = $1', [mallory.id])
  const parts = [
    'stories',
    'recordings',
    'media',
    'story_notes',
    'transcripts',
    'transcript_lines',
    'transcript_speakers',
  ] as const
  for (const part of parts) {
    const found = await asReader(services.db, { link_id: rows[0].id }, (tx) =>
      tx.selectFrom(part).select('user_id').where('user_id', '=', ana.id).execute(),
    )
    expect(found, part).toEqual([])
  }
})
