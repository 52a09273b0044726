import { readFileSync } from 'node:fs'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { sha256Of } from '../../sha256.ts'
import { type Files, passingFolder, unzip } from '../../testing/archives.ts'
import type { Person } from '../../testing/family.ts'
import { familyArchive } from '../../testing/family-archive.ts'
import { createTestKinora, type TestKinora } from '../../testing/kinora.ts'
import { keepSomethingOfEachKind } from '../../testing/one-of-each.ts'
import { startRecording } from '../../testing/recorder.ts'
import { withArchive } from './open-archive.ts'
import { restoreInto } from './restore-archive.ts'
import { archiveTables } from './tables.ts'

const [home, elsewhere] = [await createTestKinora(), await createTestKinora()]
const folder = passingFolder()

/** Tables that the archive leaves out, and why. */
const leftOut: Record<string, string> = {
  account_deletions: 'about the account, not the family',
  archive_exports: 'archives themselves',
  archive_imports: 'archives themselves',
  community_reports: 'for the operator of this instance',
  damaged_media: 'about the bytes that this instance keeps',
  deleted_notes: 'deleted by somebody',
  fixity_history: 'about the bytes that this instance keeps',
  invitations: 'open this instance to somebody',
  invoices: 'a contract with this instance',
  mailed_answers: 'letters on their way to a story',
  month_uses: 'counted by this instance',
  notices: 'news that wait to be told',
  profiles: 'written as profile.json',
  public_links: 'open this instance to somebody',
  public_profiles: 'shows something to this instance’s visitors',
  push_devices: 'browsers that this instance may push to',
  recording_chunks: 'the bytes are checked as a whole',
  recording_links: 'open this instance to somebody',
  search_entries: 'follow from the rest',
  search_languages: 'follow from the rest',
  shared_access: 'names people of this instance',
  subscriptions: 'a contract with this instance',
  uploads: 'not whole yet',
  usage_tracking: 'counted anew',
  weekly_question_mails: 'what was mailed',
}

/** Columns that the archive leaves out of its tables, apart from the owner's id, and why. */
const leftOutOfRows: Record<string, Record<string, string[]>> = {
  stories: { 'follow from the rest': ['duration', 'transcription_status'] },
  recordings: { 'open this instance to somebody': ['link_device', 'link_id'] },
  media: { 'about the bytes that this instance keeps': ['checked_at', 'storage_key'] },
  transcripts: { 'follow from the rest': ['line_count', 'recording_id'] },
  family_members: { 'follow from the rest': ['is_self'] },
  comments: { 'deleted by somebody': ['deleted_at', 'deleted_by'] },
  prompts: {
    'shows something to this instance’s visitors': [
      'author',
      'hidden_at',
      'is_official',
      'published_at',
      'words',
    ],
  },
  playlists: {
    'shows something to this instance’s visitors': [
      'author',
      'hidden_at',
      'is_official',
      'published_at',
      'words',
    ],
  },
  weekly_questions: { 'follow from the rest': ['next_at'] },
  storybook_exports: {
    'about the bytes that this instance keeps': ['storage_key'],
    'about requests that this instance answered': ['earlier_ids'],
  },
}

function restored({ services }: TestKinora, userId: string, zip: Buffer): Promise<Record<string, number>> {
  const watch = { signal: new AbortController().signal, onBytes: () => undefined }
  return withArchive(folder.write(`${uuidv7()}.zip`, zip), watch, (archive) =>
    restoreInto({ services, userId, archive, ...watch }),
  )
}

/** A person whose account has a row in every table, and whose recording is finished. */
async function family(): Promise<Person> {
  const ana = await home.person('Ana Petrova')
  const ids = await keepSomethingOfEachKind(home, ana, 'wildgeese')
  const { database, services } = home
  await database.asOwner(`update recordings set state = 'ready', duration_ms = 4000 where user_id = $1`, [
    ana.id,
  ])
  await database.asOwner(
    `update media set state = 'stored', size_bytes = received_bytes from recordings
     where media.user_id = $1 and recordings.user_id = $1 and original_media_id = media.id`,
    [ana.id],
  )
  await database.asOwner(`update media set sha256 = null, size_bytes = 9 where user_id = $1 and id = $2`, [
    ana.id,
    ids.media,
  ])
  const { rows } = await database.asOwner('select storage_key from storybook_exports where user_id = $1', [
    ana.id,
  ])
  await services.storage.put(rows[0].storage_key, Buffer.from('a book'))
  await database.asOwner(
    `update storybook_exports set state = 'completed', size_bytes = 6 where user_id = $1`,
    [ana.id],
  )
  await ana.client.notices.change({ comment: false })
  return ana
}

/** The same account, empty, in an instance that knows nothing of it. */
const openElsewhere = ({ id, email }: Person) =>
  elsewhere.database.asOwner(
    `insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, '{"full_name": "Ana Petrova"}')`,
    [id, email],
  )

const aboutOf = (files: Files) => JSON.parse(String(files.get('archive.json')))
const stable = (files: Files) =>
  [...files]
    .filter(([path]) => path !== 'archive.json')
    .map(([path, bytes]) => [path, bytes.toString('latin1').replaceAll(/"brought_in":\[[^\]]*\],/g, '')])

/** How often each file came in with an archive. */
const timesBroughtIn = (files: Files) =>
  String(files.get('records/media.jsonl'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).brought_in.length)

test('everything comes back as it was in an instance that knew nothing of it', async () => {
  const ana = await family()
  const first = await familyArchive(home, ana.id)
  await openElsewhere(ana)

  const counts = await restored(elsewhere, ana.id, first.zip)
  const second = await familyArchive(elsewhere, ana.id)

  const before = aboutOf(first.files)
  expect(Object.keys(before.counts)).toEqual(Object.keys(archiveTables))
  expect(Object.entries(before.counts).filter(([, count]) => count === 0)).toEqual([])
  expect(aboutOf(second.files).counts).toEqual(before.counts)
  // The account's own person is there from the start.
  expect(counts).toEqual({ ...before.counts, family_members: before.counts.family_members - 1 })
  expect(stable(second.files)).toEqual(stable(first.files))
  expect([new Set(timesBroughtIn(first.files)), new Set(timesBroughtIn(second.files))]).toEqual([
    new Set([0]),
    new Set([1]),
  ])

  expect(await restored(elsewhere, ana.id, first.zip)).toEqual(
    Object.fromEntries(Object.keys(archiveTables).map((name) => [name, 0])),
  )
})

test('each time that a file came with an archive is told by the next, also where it goes on to somebody else', async () => {
  const [ana, boris] = [await family(), await elsewhere.person('Boris')]
  const { zip } = await familyArchive(home, ana.id)
  await openElsewhere(ana)
  await restored(elsewhere, ana.id, zip)
  const again = await familyArchive(elsewhere, ana.id)

  await restored(elsewhere, boris.id, again.zip)

  const { files, bag } = await familyArchive(elsewhere, boris.id)
  expect(new Set(timesBroughtIn(files))).toEqual(new Set([2]))
  const premis = String([...bag].find(([path]) => path.endsWith('metadata/premis.xml'))?.[1])
  const told = [...premis.matchAll(/<eventIdentifierValue>[^<]*\/(transfer\/\d)</g)].map(([, which]) => which)
  expect(told).toEqual(timesBroughtIn(files).flatMap(() => ['transfer/1', 'transfer/2']))
})

test('what was said of a moment of an unfinished recording goes along, and the recording stays behind', async () => {
  const ana = await home.person('Ana Petrova')
  const { id: recordingId, story } = await startRecording(ana)
  const comment = { id: uuidv7(), text: 'That is uncle Boris.' }
  await ana.client.comments.add({ storyId: story.id, ...comment, moment: { recordingId, atMs: 2_000 } })
  const { zip } = await familyArchive(home, ana.id)
  const boris = await elsewhere.person('Boris')

  expect(await restored(elsewhere, boris.id, zip)).toMatchObject({ recordings: 0, comments: 1 })
})

test('a book that was given the id of an unfinished recording goes along, and the recording stays behind', async () => {
  const ana = await home.person('Ana Petrova')
  const [id, story] = [uuidv7(), uuidv7()]
  await ana.client.stories.create({ id: story, title: 'One', method: 'journal' })
  await startRecording(ana, { id })
  await ana.client.storybooks.create({ id, title: 'Our book', storyIds: [story] })
  const { zip } = await familyArchive(home, ana.id)
  const boris = await elsewhere.person('Boris')

  const counts = await restored(elsewhere, boris.id, zip)

  expect(counts).toMatchObject({ recordings: 0, storybooks: 1, storybook_stories: 1 })
})

test('an archive that was made before archives were bags comes in whole', async () => {
  const boris = await elsewhere.person('Boris')
  const zip = readFileSync(new URL('../../testing/archives/version-1.zip', import.meta.url))

  const counts = await restored(elsewhere, boris.id, zip)

  const said = JSON.parse(String((await unzip(zip)).get('manifest.json')))
  expect([said.version, counts]).toEqual([1, said.counts])
  const { files } = await familyArchive(elsewhere, boris.id)
  const hashesOf = (listed: { path: string; sha256: string }[]) =>
    listed
      .filter(({ path }) => /\.(webm|png|epub)$/.test(path))
      .map((one) => one.sha256)
      .toSorted()
  const now = [...files].map(([path, bytes]) => ({ path, sha256: sha256Of(bytes) }))
  expect(hashesOf(said.files)).toHaveLength(3)
  expect(hashesOf(now)).toEqual(hashesOf(said.files))
})

test('somebody else gets it all under ids of their own, once, beside what they have', async () => {
  const [ana, boris] = [await family(), await home.person('Boris')]
  await boris.client.stories.create({ id: uuidv7(), title: 'His own', method: 'journal' })
  const { zip, files } = await familyArchive(home, ana.id)

  const counts = await restored(home, boris.id, zip)

  expect(counts).toEqual(aboutOf(files).counts)
  const [stories, theirs] = [await boris.client.stories.list({}), await ana.client.stories.list({})]
  expect(stories.items.map(({ title }) => title).toSorted()).toEqual(['His own', 'wildgeese'])
  const ids = new Set(theirs.items.map(({ id }) => id))
  expect(stories.items.filter(({ id }) => ids.has(id))).toEqual([])
  const again = await restored(home, boris.id, zip)
  expect(Object.values(again).reduce((sum, count) => sum + count, 0)).toBe(0)
})

test('bytes whose rows came in stay, though the connection broke before anybody heard that they did', async () => {
  const ana = await family()
  const { zip } = await familyArchive(home, ana.id)
  await openElsewhere(ana)
  const { db } = elsewhere.services
  let isLast = false
  const breaks = Object.assign(Object.create(db), {
    transaction: () => ({
      execute: async (work: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) => {
        const done = await db.transaction().execute(work)
        if (isLast) {
          isLast = false
          throw new Error('Connection terminated unexpectedly')
        }
        return done
      },
    }),
  })
  const conclude = async () => {
    isLast = true
  }
  const watch = { signal: new AbortController().signal, onBytes: () => undefined, conclude }

  const restoring = withArchive(folder.write(`${uuidv7()}.zip`, zip), watch, (archive) =>
    restoreInto({ services: { ...elsewhere.services, db: breaks }, userId: ana.id, archive, ...watch }),
  )

  await expect(restoring).rejects.toThrow('Connection terminated')
  const { rows } = await elsewhere.database.asOwner(
    `select storage_key as key from media where user_id = $1 union all select storage_key from storybook_exports where user_id = $1`,
    [ana.id],
  )
  expect(rows.length).toBeGreaterThan(1)
  for (const { key } of rows) expect(await elsewhere.services.storage.stat(key), key).not.toBeNull()
})

test('originals that are damaged or gone stop neither the way out nor the way in, and are told as such there', async () => {
  const ana = await family()
  const { rows: files } = await home.database.asOwner(
    `select id, storage_key as key from media where user_id = $1 and role = 'original' order by recording_id is null`,
    [ana.id],
  )
  const [gone, changed] = files
  await home.services.storage.delete(gone.key)
  await home.services.storage.put(changed.key, Buffer.from('quite another picture'))
  await home.database.asOwner('delete from damaged_media where user_id = $1', [ana.id])
  await home.database.asOwner(
    `insert into damaged_media (user_id, media_id, damage) values ($1, $2, 'missing'), ($1, $3, 'changed')`,
    [ana.id, gone.id, changed.id],
  )
  await home.database.asOwner('update media set sha256 = $2 where user_id = $1', [ana.id, 'a'.repeat(64)])
  await openElsewhere(ana)

  const first = await familyArchive(home, ana.id)
  await restored(elsewhere, ana.id, first.zip)

  const told = await elsewhere.database.asOwner(
    'select media_id as id, damage from damaged_media where user_id = $1 and told_at is null order by damage',
    [ana.id],
  )
  expect(told.rows).toEqual([
    { id: changed.id, damage: 'changed' },
    { id: gone.id, damage: 'missing' },
  ])
  const { files: second } = await familyArchive(elsewhere, ana.id)
  const pictures = [...second].flatMap(([path, bytes]) => (path.endsWith('.png') ? [String(bytes)] : []))
  expect(pictures).toEqual(['quite another picture'])
  await elsewhere.database.asOwner('delete from damaged_media where user_id = $1', [ana.id])
  await restored(elsewhere, ana.id, first.zip)
  const again = 'select from damaged_media where user_id = $1'
  expect((await elsewhere.database.asOwner(again, [ana.id])).rows).toEqual([])
})

test('a chapter that is being written anew keeps the text it had; one without any waits for nobody elsewhere', async () => {
  const ana = await family()
  const chapter = async (from: TestKinora) =>
    (await from.database.asOwner('select * from storybook_chapters where user_id = $1', [ana.id])).rows
  await home.database.asOwner(`update storybook_chapters set state = 'waiting' where user_id = $1`, [ana.id])
  const [before] = await chapter(home)
  await openElsewhere(ana)

  await restored(elsewhere, ana.id, (await familyArchive(home, ana.id)).zip)

  expect(await chapter(elsewhere)).toMatchObject([{ state: 'done', proposed: before.proposed }])

  await home.database.asOwner('update storybook_chapters set proposed = null where user_id = $1', [ana.id])
  const { files } = await familyArchive(home, ana.id)
  expect(aboutOf(files).counts.storybook_chapters).toBe(0)
})

test('every table of a family’s is in the archive, or left out for a reason', async () => {
  const { rows } = await home.database.asOwner(
    `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  )
  const known = [...Object.keys(archiveTables), ...Object.keys(leftOut)].toSorted()
  expect(rows.map(({ name }) => name)).toEqual(known)
})

test('every column of what is in the archive is in it, or left out for a reason', async () => {
  const { rows } = await home.database.asOwner(
    `select table_name as name, array_agg(column_name::text order by column_name) as columns
     from information_schema.columns where table_schema = 'public' group by table_name`,
  )
  const columnsOf = new Map<string, string[]>(rows.map(({ name, columns }) => [name, columns]))
  for (const [name, { row }] of Object.entries(archiveTables)) {
    const known = [...Object.keys(row.shape), ...Object.values(leftOutOfRows[name] ?? {}).flat()]
    const missing = columnsOf.get(name)?.filter((column) => column !== 'user_id' && !known.includes(column))
    expect(missing, name).toEqual([])
  }
})

test('what a printed book could not set and is without, that voices can be heard from it, and of which book it is, is told elsewhere as well', async () => {
  const ana = await family()
  const leftOut = [{ kind: 'picture', name: 'Grandfather', story: 'The dance' }]
  await home.database.asOwner(
    `update storybook_exports set unprintable = '꧁ ꧂', voice_links = true, book_state = '2.7', left_out = $2
     where user_id = $1`,
    [ana.id, JSON.stringify(leftOut)],
  )
  await openElsewhere(ana)

  await restored(elsewhere, ana.id, (await familyArchive(home, ana.id)).zip)

  const told = await elsewhere.database.asOwner(
    'select unprintable, voice_links, book_state, left_out from storybook_exports where user_id = $1',
    [ana.id],
  )
  expect(told.rows).toEqual([{ unprintable: '꧁ ꧂', voice_links: true, book_state: '2.7', left_out: leftOut }])
})
