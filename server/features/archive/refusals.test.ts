import { v7 as uuidv7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { asUser } from '../../db/actor.ts'
import { sha256Of } from '../../sha256.ts'
import type { Storage } from '../../storage/storage.ts'
import { type Files, firstTry, sendArchive, unzip, zipped } from '../../testing/archives.ts'
import { bagOf, payloadOf, withAbout, zippedBag } from '../../testing/bags.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { keepSomethingOfEachKind } from '../../testing/one-of-each.ts'
import { limitStorage } from '../../testing/recorder.ts'
import { runExport } from './make-archive.ts'
import { runImport } from './run-import.ts'

const kinora = await createTestKinora()
const { person, services, app, database } = kinora
let ana: Person
let good: Files
let whole: Buffer

beforeAll(async () => {
  ana = await person('Ana')
  await keepSomethingOfEachKind(kinora, ana, 'wildgeese')
  const { id } = await ana.client.archive.startExport({ id: uuidv7() })
  await runExport(services, { userId: ana.id, id }, firstTry())
  const [made] = await ana.client.archive.exports()
  whole = Buffer.from(await (await app.request(made?.downloadUrl ?? '')).arrayBuffer())
  good = payloadOf(await unzip(whole))
})

const text = (path: string) => String(good.get(path))
const withFile = (path: string, bytes: string | Buffer): Files =>
  new Map([...good, [path, Buffer.from(bytes)]])
type Row = Record<string, unknown>
const rowsIn = (table: string): Row[] =>
  text(`records/${table}.jsonl`)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const jsonLines = (rows: object[]) => Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
const rowsChanged = (table: string, change: (row: Row) => object) =>
  withFile(`records/${table}.jsonl`, jsonLines(rowsIn(table).map(change)))

/**
 * The good archive with one more file of `bytes` bytes, which claims to be derived from an original of nine bytes.
 */
const withCopy = (role: string, bytes: number, claims: object = {}): Files => {
  const [original] = rowsIn('media')
  const file = 'copies/one.png'
  const own = { id: uuidv7(), source_media_id: original?.id, role, file, size_bytes: bytes, ...claims }
  const files = withFile(file, Buffer.alloc(bytes))
  files.set('records/media.jsonl', jsonLines([...rowsIn('media'), { ...original, ...own }]))
  return withAbout(files, ({ counts, ...about }) => ({
    ...about,
    counts: { ...(counts as object), media: rowsIn('media').length + 1 },
  }))
}

/** A zip in which one name is replaced by another of the same length, in both places where a zip has it. */
const renamedTo = (zip: Buffer, from: string, to: string) =>
  Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1')

const doctored: [what: string, problem: string, make: () => Promise<Buffer>][] = [
  ['something that is no zip', 'not_a_zip', async () => Buffer.from('a family, but no zip at all')],
  ['a zip that was cut', 'truncated', async () => whole.subarray(0, Math.floor(whole.length * 0.7))],
  ['a zip of something else', 'not_an_archive', () => zipped(new Map([['a.txt', Buffer.from('a')]]))],
  ['another version', 'unknown_version', () => zippedBag(withAbout(good, (it) => ({ ...it, version: 3 })))],
  [
    'a name that leads out',
    'unsafe_name',
    async () => renamedTo(await zippedBag(withFile('abcdef/ghijkl', 'x')), 'abcdef/ghijkl', '../../../../x'),
  ],
  [
    'an absolute name',
    'unsafe_name',
    async () =>
      renamedTo(await zippedBag(withFile('abc/xyz', 'x')), 'family/data/abc/xyz', '/amily/data/abc/xyz'),
  ],
  ['a link to another file', 'unsafe_name', () => withLink()],
  ['compressed files', 'compressed', () => zipped(bagOf(good), false)],
  [
    'the character that no database keeps',
    'bad_rows',
    () => zippedBag(rowsChanged('story_notes', (row) => ({ ...row, text: 'C:\\\0' }))),
  ],
  [
    'a file that nobody lists',
    'unlisted_file',
    () => zipped(new Map([...bagOf(good), ['family/data/extra.txt', Buffer.from('x')]])),
  ],
  [
    'a listed file that is not there',
    'missing_file',
    () => zipped(new Map([...bagOf(good)].filter(([name]) => name !== 'family/data/index.html'))),
  ],
  [
    'a file with other bytes',
    'wrong_hash',
    () =>
      zipped(
        new Map([
          ...bagOf(good),
          ['family/data/index.html', Buffer.alloc(good.get('index.html')?.length ?? 0)],
        ]),
      ),
  ],
  [
    'media with another hash than its row',
    'wrong_hash',
    () => zippedBag(rowsChanged('media', ({ damage: _, ...row }) => ({ ...row, sha256: 'a'.repeat(64) }))),
  ],
  ['fewer rows than it says', 'bad_rows', () => zippedBag(withFile('records/stories.jsonl', ''))],
  [
    'a title that is far too long',
    'bad_rows',
    () => zippedBag(rowsChanged('stories', (row) => ({ ...row, title: 'x'.repeat(10_000) }))),
  ],
  [
    'a page where a film should be',
    'bad_rows',
    () => zippedBag(rowsChanged('media', (row) => ({ ...row, mime_type: 'text/html' }))),
  ],
  [
    'more about its person than anybody wrote',
    'too_large',
    () => zippedBag(withFile('profile.json', JSON.stringify({ bio: 'x'.repeat(limits.archiveRowBytes) }))),
  ],
  ['a copy that we make ourselves', 'bad_rows', () => zippedBag(withCopy('playback', 1))],
  [
    'a note of a story that is not there',
    'bad_rows',
    () => zippedBag(rowsChanged('story_notes', (row) => ({ ...row, story_id: uuidv7() }))),
  ],
  [
    'a value that the database refuses',
    'bad_rows',
    () => zippedBag(rowsChanged('stories', (row) => ({ ...row, method: 'nothing' }))),
  ],
]

async function withLink(): Promise<Buffer> {
  const { ZipArchive } = await import('archiver')
  const { buffer } = await import('node:stream/consumers')
  const zip = new ZipArchive({ store: true })
  for (const [name, bytes] of bagOf(good)) zip.append(bytes, { name })
  zip.symlink('family/passwd', '/etc/passwd')
  void zip.finalize()
  return buffer(zip)
}

test.for(doctored)('%s is refused as %s, and nothing of it is kept', async ([, problem, make]) => {
  const boris = await person('Boris')
  const before = await rowsOf(boris)

  const { id } = await sendArchive(boris, await make())
  await runImport(services, { userId: boris.id, id }, firstTry())

  const done = (await boris.client.archive.imports()).find((one) => one.id === id)
  expect(done).toMatchObject({ state: 'failed', problem, counts: {} })
  expect(await rowsOf(boris)).toEqual(before)
  expect(await services.storage.stat(`media/${boris.id}/import-${id}`)).toBeNull()
})

test('no archive makes others say anything, whoever it claims to be of', async () => {
  const [boris, clara] = [await person('Boris'), await person('Clara')]
  const claimed = rowsChanged('comments', (row) => ({ ...row, author_id: clara.id, author_name: 'Clara' }))
  const forged = withAbout(claimed, (about) => ({
    ...about,
    account: { id: boris.id, email: boris.email, name: 'Boris' },
  }))

  const { id } = await sendArchive(boris, await zippedBag(forged))
  await runImport(services, { userId: boris.id, id }, firstTry())

  const { rows } = await database.asOwner('select author_id from comments where user_id = $1', [boris.id])
  expect(rows).toEqual([{ author_id: null }])
})

test('more than the plan holds is refused before a byte is written', async () => {
  const boris = await person('Boris')
  const size = 7_000_000_000
  const huge = {
    archive: boris.client.archive.startImport({ id: uuidv7(), fileName: 'a.zip', sizeBytes: size * 2 }),
  }

  await expect(huge.archive).rejects.toMatchObject({ code: 'STORAGE_LIMIT_REACHED' })
})

test('what an archive says is no original is not brought in beyond what a plan has room for', async () => {
  const boris = await person('Boris')
  await limitStorage(database, boris, 100)
  const before = await rowsOf(boris)
  const bringIn = async (files: Files) => {
    const { id } = await sendArchive(boris, await zippedBag(files))
    await runImport(services, { userId: boris.id, id }, firstTry())
    return (await boris.client.archive.imports()).find((one) => one.id === id)
  }

  expect(await bringIn(withCopy('poster', 117))).toMatchObject({ problem: 'storage_limit', counts: {} })
  const small = withCopy('poster', 117, { damage: 'changed', size_bytes: 1 })
  expect(await bringIn(small)).toMatchObject({ problem: 'storage_limit', counts: {} })
  expect(await rowsOf(boris)).toEqual(before)
  expect(await bringIn(withCopy('poster', 116))).toMatchObject({ state: 'completed' })

  // What came in before counts against the plan, and files that are already there do not come in again.
  expect(await bringIn(good)).toMatchObject({ state: 'completed' })
  const account = { id: uuidv7(), email: 'other@family.example', name: 'Other' }
  const another = withAbout(good, (about) => ({ ...about, account }))
  expect(await bringIn(another)).toMatchObject({ problem: 'storage_limit' })
})

test('pieces go on from where they stopped, and come twice without harm', async () => {
  const boris = await person('Boris')
  const { id } = await boris.client.archive.startImport({ id: uuidv7(), fileName: 'a.zip', sizeBytes: 10 })
  const put = async (range: string, body: string) => {
    const answer = await boris.request(`/media/imports/${id}`, {
      method: 'PUT',
      headers: { 'Content-Range': range },
      body,
    })
    return [answer.status, await answer.json()]
  }

  expect(await put('bytes 0-3/10', 'abcd')).toEqual([200, { receivedBytes: 4 }])
  expect(await put('bytes 0-3/10', 'xxxx')).toEqual([200, { receivedBytes: 4 }])
  expect(await put('bytes 6-9/10', 'ghij')).toEqual([200, { receivedBytes: 4 }])
  await expect(boris.client.archive.finishImport({ id })).rejects.toMatchObject({ code: 'UPLOAD_INCOMPLETE' })
  expect((await put('bytes 4-9/10', 'ghij'))[0]).toBe(400)
  expect((await put('bytes 4-9/11', 'efghij'))[0]).toBe(400)
  expect(await put('bytes 4-9/10', 'efghij')).toEqual([200, { receivedBytes: 10 }])
  const other = boris.client.archive.startImport({ id: uuidv7(), fileName: 'b.zip', sizeBytes: 10 })
  await expect(other).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('an archive that is taken back while it is checked does not come in, and its bytes go', async () => {
  const boris = await person('Boris')
  const before = await rowsOf(boris)
  const { id } = await sendArchive(boris, whole)
  const storage: Storage = new Proxy(services.storage, {
    get: (target, name) => {
      if (name === 'localPath') return () => null
      if (name !== 'read') return Reflect.get(target, name, target).bind(target)
      return async (...wanted: Parameters<Storage['read']>) => {
        await boris.client.archive.deleteImport({ id })
        return target.read(...wanted)
      }
    },
  })

  await runImport({ ...services, storage }, { userId: boris.id, id }, firstTry())

  expect(await boris.client.archive.imports()).toEqual([])
  expect(await rowsOf(boris)).toEqual(before)
  expect(await services.storage.stat(`media/${boris.id}/import-${id}`)).toBeNull()
})

test('only one archive is made at a time, it is deleted by its owner alone, and its address serves ranges', async () => {
  const boris = await person('Boris')
  const first = await boris.client.archive.startExport({ id: uuidv7() })
  const second = await boris.client.archive.startExport({ id: uuidv7() })
  expect(second.id).toBe(first.id)
  await runExport(services, { userId: boris.id, id: first.id }, firstTry())

  const [made] = await boris.client.archive.exports()
  const url = made?.downloadUrl ?? ''
  const all = Buffer.from(await (await app.request(url)).arrayBuffer())
  const part = await app.request(url, { headers: { range: 'bytes=10-19' } })
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, all.subarray(10, 20)])
  expect((await app.request(url)).headers.get('content-disposition')).toContain('attachment')
  expect((await app.request(url.replace(boris.id, ana.id))).status).toBe(404)
  expect((await app.request(url.replace('/media/archives/', '/media/files/'))).status).toBe(404)
  await expect(ana.client.archive.deleteExport({ id: first.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })

  await boris.client.archive.deleteExport({ id: first.id })
  expect((await app.request(url)).status).toBe(404)
})

test('whoever wants mails is told when an archive is ready, and others are not', async () => {
  const [boris, clara] = [await person('Boris'), await person('Clara')]
  await clara.client.notices.change({ email: false })
  const mailsAfter = async (who: Person) => {
    const { rows: before } = await database.asOwner(
      `select count(*) from graphile_worker.jobs where task_identifier = 'send_mail'`,
    )
    const { id } = await who.client.archive.startExport({ id: uuidv7() })
    await runExport(services, { userId: who.id, id }, firstTry())
    const { rows: after } = await database.asOwner(
      `select count(*) from graphile_worker.jobs where task_identifier = 'send_mail'`,
    )
    return Number(after[0].count) - Number(before[0].count)
  }

  expect(await mailsAfter(boris)).toBe(1)
  expect(await mailsAfter(clara)).toBe(0)
})

test('pages of an archive show words and run none', async () => {
  const eve = await person('<script>alert(1)</script>')
  const title = '"><img src=x onerror=alert(1)> ../../etc'
  const [storyId, media] = [uuidv7(), uuidv7()]
  await eve.client.stories.create({ id: storyId, title, description: '<b>bold</b>', method: 'journal' })
  const key = `media/${eve.id}/${media}`
  await services.storage.put(key, Buffer.from('BM<script>alert(1)</script>'))
  await database.asOwner(
    `insert into media (user_id, id, story_id, role, kind, state, mime_type, file_name, size_bytes, storage_key)
     values ($1, $2, $3, 'original', 'image', 'stored', 'image/bmp', 'harbour.html', 27, $4)`,
    [eve.id, media, storyId, key],
  )
  const { id } = await eve.client.archive.startExport({ id: uuidv7() })
  await runExport(services, { userId: eve.id, id }, firstTry())
  const [made] = await eve.client.archive.exports()
  const files = await unzip(Buffer.from(await (await app.request(made?.downloadUrl ?? '')).arrayBuffer()))

  const pages = [...files].filter(([path]) => path.endsWith('.html')).map(([, bytes]) => String(bytes))
  // The page of the bag, the page of the family, and the story's page; none for the file that was added as a picture.
  expect(pages).toHaveLength(3)
  for (const page of pages) {
    expect(page).not.toMatch(/<(script|img src=x|b)\b/)
    expect(page).toContain("default-src 'none'")
  }
  expect([...files.keys()].filter((path) => path.split('/').includes('..'))).toEqual([])
})

async function rowsOf(who: Person) {
  const counts = await asUser(services.db, who.claims, (tx) =>
    tx
      .selectNoFrom((from) =>
        (
          ['stories', 'media', 'recordings', 'comments', 'family_members', 'prompts', 'storybooks'] as const
        ).map((table) =>
          from
            .selectFrom(table)
            .where('user_id', '=', who.id)
            .select((all) => all.fn.countAll().as('count'))
            .as(table),
        ),
      )
      .execute(),
  )
  return { counts, hash: sha256Of(Buffer.from(JSON.stringify(counts))) }
}
