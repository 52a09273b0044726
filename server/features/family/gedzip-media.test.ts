import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { gedcomReport } from '#contract/family.ts'
import { limits } from '#contract/limits.ts'
import { gedcomPath, gedzipPath, leftOutHeader, lostHeader, portraitPath } from '#contract/paths.ts'
import { asUser } from '../../db/actor.ts'
import { sha256Of } from '../../sha256.ts'
import { zipped } from '../../testing/archives.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { keepFile } from '../uploads/uploads.ts'
import { exportGedzip } from './gedcom/export-gedzip.ts'
import { mediaOfFamily } from './gedcom/family-media.ts'

const { person, services, database } = await createTestKinora()

/** A picture of random pixels, so that no two are alike. */
const photo = () => sharp(randomBytes(48 * 48 * 3), { raw: { width: 48, height: 48, channels: 3 } })
const pdf = (text: string) => Buffer.from(`%PDF-1.7\n% ${text}\n%%EOF\n`)

async function addFile(who: Person, storyId: string, fileName: string, bytes: Buffer, caption = '') {
  const id = uuidv7()
  const source = (async function* () {
    yield bytes
  })()
  expect(await keepFile(services, who.claims, { id, storyId, fileName, size: bytes.length, source })).toBe(
    'kept',
  )
  if (caption) await who.client.media.describe({ id, caption })
  return sha256Of(bytes)
}

const zip = async (files: Record<string, string | Buffer>) =>
  new Uint8Array(await zipped(Object.entries(files), false))

const gedcom = (...lines: string[]) =>
  ['0 HEAD', '1 GEDC', '2 VERS 7.0', '0 @I1@ INDI', '1 NAME Vera /Petrova/', ...lines, '0 TRLR'].join('\n')
const fetched = async (who: Person) => {
  const answer = await who.request(gedzipPath)
  const [leftOut, lost] = [leftOutHeader, lostHeader].map((name) => answer.headers.get(name))
  return { bytes: new Uint8Array(await answer.arrayBuffer()), leftOut, lost }
}
const send = async (who: Person, body: Uint8Array<ArrayBuffer>, query = '?apply=true&you=nobody') =>
  gedcomReport.parse(await (await who.request(`${gedcomPath}${query}`, { method: 'POST', body })).json())

/** Everything that is shown of a family's files: by person, the story, and each file with its hash, name and caption. */
async function shownOf(who: Person) {
  const { people } = await who.client.family.tree()
  const named = people
    .filter(({ firstName }) => firstName !== '')
    .toSorted((a, b) => (a.firstName < b.firstName ? -1 : 1))
  const files = await asUser(services.db, who.claims, (tx) =>
    tx
      .selectFrom('media')
      .select(['story_id', 'storage_key', 'file_name', 'caption', 'kind', 'mime_type'])
      .where('user_id', '=', who.id)
      .where('role', '=', 'original')
      .where('story_id', 'is not', null)
      .orderBy('position')
      .execute(),
  )
  const hashed = await Promise.all(
    files.map(async ({ storage_key: key, ...file }) => ({ ...file, hash: sha256Of(await whole(key)) })),
  )
  return Promise.all(
    named.map(async ({ id, firstName, lastName, portrait }) => {
      const { told, mentioned } = await who.client.familyMembers.stories({ id })
      const stories = [...told, ...mentioned].toSorted((a, b) => (a.title < b.title ? -1 : 1))
      return {
        name: `${firstName} ${lastName}`,
        portrait: portrait === null ? null : await portraitHash(who, id),
        told: told.map(({ title }) => title),
        stories: stories.map(({ id: story, title }) => ({
          title,
          files: hashed.filter(({ story_id }) => story_id === story).map(({ story_id, ...file }) => file),
        })),
      }
    }),
  )
}

async function whole(key: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of await services.storage.read(key)) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function portraitKeys(who: Person): Promise<string[]> {
  const rows = await asUser(services.db, who.claims, (tx) =>
    tx
      .selectFrom('family_members as m')
      .innerJoin('media', 'media.id', 'm.portrait_media_id')
      .where('m.user_id', '=', who.id)
      .select('media.storage_key as key')
      .execute(),
  )
  return rows.map(({ key }) => key)
}

async function portraitHash(who: Person, memberId: string): Promise<string> {
  const { key } = await asUser(services.db, who.claims, (tx) =>
    tx
      .selectFrom('family_members as m')
      .innerJoin('media', 'media.id', 'm.portrait_media_id')
      .where('m.user_id', '=', who.id)
      .where('m.id', '=', memberId)
      .select('media.storage_key as key')
      .executeTakeFirstOrThrow(),
  )
  return sha256Of(await whole(key))
}

test('a family goes out with photos and documents, and everything that is shown of them comes back with equal hashes', async () => {
  const ana = await person('Ana Petrova')
  const vera = { id: uuidv7(), firstName: 'Vera', lastName: 'Petrova', relationship: 'Parent' as const }
  await ana.client.familyMembers.create(vera)
  await ana.client.familyMembers.create({ ...vera, id: uuidv7(), firstName: 'Tom', relationship: 'Sibling' })
  await ana.request(portraitPath(vera.id), {
    method: 'PUT',
    body: new Uint8Array(await photo().png().toBuffer()),
  })
  const album = { id: uuidv7(), title: 'The album', method: 'upload' as const, speakers: ['Vera Petrova'] }
  await ana.client.stories.create(album)
  await ana.client.stories.putNote({
    storyId: album.id,
    id: uuidv7(),
    text: 'With Tom Petrova by the sea',
    timestamp: '00:00',
  })
  const unnamed = await ana.client.stories.create({ id: uuidv7(), title: 'Nobody we know', method: 'upload' })
  await addFile(ana, album.id, 'mother & son é.png', await photo().png().toBuffer(), 'By the sea, 1961')
  await addFile(ana, album.id, 'baptism.pdf', pdf('baptism'))
  await addFile(ana, unnamed.id, 'stranger.png', await photo().png().toBuffer())
  const before = await shownOf(ana)
  expect(before.find(({ name }) => name === 'Vera Petrova')?.stories[0]?.files).toHaveLength(2)
  expect(before.find(({ name }) => name === 'Tom Petrova')?.stories[0]?.files).toHaveLength(2)

  const { bytes, leftOut } = await fetched(ana)
  expect(leftOut).toBe('0')
  const ben = await person('Ben')
  const applied = '?apply=true'
  expect(await send(ben, bytes, '')).toMatchObject({
    files: 2,
    filesHere: 0,
    portraits: 1,
    notUnderstood: [],
  })
  expect((await ben.client.stories.list({})).items).toEqual([])
  expect(await send(ben, bytes, applied)).toMatchObject({ files: 2, portraits: 1, leftOut: [] })
  const renamed = before.map((one) => (one.name === 'Ana Petrova' ? { ...one, name: 'Ben Ben' } : one))
  const byName = (all: typeof before) => all.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const after = (await shownOf(ben)).map((one) =>
    one.name.startsWith('Ben') ? { ...one, name: 'Ben Ben' } : one,
  )
  expect(byName(after)).toEqual(byName(renamed))

  expect(await send(ben, bytes, applied)).toMatchObject({ files: 0, filesHere: 2, portraits: 0, leftOut: [] })
  expect(await send(ana, bytes, applied)).toMatchObject({ files: 0, filesHere: 2, alreadyHere: 3 })
  expect((await ben.client.stories.list({})).items).toHaveLength(1)
  expect(await shownOf(ana)).toEqual(before)
  // What was imported can be exported again and imported by a third account, and is still the same.
  const cleo = await person('Cleo')
  expect(await send(cleo, (await fetched(ben)).bytes, applied)).toMatchObject({ files: 2, leftOut: [] })
})

/** A person with `count` pictures, each of more bytes than a stream reads ahead, and the pictures' storage keys. */
async function withAlbum(count: number): Promise<{ ana: Person; keys: string[] }> {
  const ana = await person('Ana Petrova')
  const album = { id: uuidv7(), title: 'The album', method: 'upload' as const, speakers: ['Ana Petrova'] }
  await ana.client.stories.create(album)
  for (let index = 0; index < count; index += 1) {
    const noise = sharp(randomBytes(400 * 400 * 3), { raw: { width: 400, height: 400, channels: 3 } })
    await addFile(ana, album.id, `${index}.png`, await noise.png().toBuffer())
  }
  const files = await asUser(services.db, ana.claims, (tx) =>
    tx
      .selectFrom('media')
      .select('storage_key')
      .where('user_id', '=', ana.id)
      .where('role', '=', 'original')
      .orderBy('file_name')
      .execute(),
  )
  return { ana, keys: files.map(({ storage_key }) => storage_key) }
}

test('a family is packed with few of its files open at a time, and none of them once whoever asked has gone', async () => {
  const { ana } = await withAlbum(8)
  const open = { now: 0, most: 0 }
  const read: typeof services.storage.read = async (...given) => {
    const stream = await services.storage.read(...given)
    open.now += 1
    open.most = Math.max(open.most, open.now)
    return stream.once('close', () => {
      open.now -= 1
    })
  }
  const stat = (key: string) => services.storage.stat(key)
  const storage = Object.assign(Object.create(services.storage), { read, stat })

  const { archive } = await exportGedzip({ ...services, storage }, ana.claims)
  let bytes = 0
  for await (const piece of archive) {
    bytes += piece.length
    // Stops reading in the middle of a picture.
    if (bytes > 900_000 && open.now > 0) break
  }

  expect(bytes).toBeGreaterThan(900_000)
  expect(open.most).toBeLessThan(4)
  await expect.poll(() => open.now).toBe(0)
})

test('a family of whose files some are lost is packed without them, names none of them, and says how many', async () => {
  const { ana, keys } = await withAlbum(3)
  const vera = { id: uuidv7(), firstName: 'Vera', lastName: 'Petrova', relationship: 'Parent' as const }
  await ana.client.familyMembers.create(vera)
  const face = new Uint8Array(await photo().png().toBuffer())
  await ana.request(portraitPath(vera.id), { method: 'PUT', body: face })
  const before = await fetched(ana)
  expect(before).toMatchObject({ leftOut: '0', lost: '0' })
  const [portrait] = await portraitKeys(ana)
  for (const key of [keys[1], portrait]) await services.storage.delete(key ?? '')

  const { bytes, leftOut, lost } = await fetched(ana)

  expect([leftOut, lost]).toEqual(['0', '2'])
  const ben = await person('Ben Petrov')
  expect(await send(ben, bytes)).toMatchObject({ files: 2, portraits: 0, leftOut: [] })
})

test('a family of whose files one is lost while it is packed is not packed as if it were whole, and the server goes on', async () => {
  const { ana, keys } = await withAlbum(3)
  await services.storage.delete(keys[1] ?? '')
  const [stat, read] = [async () => ({ size: 1 }), (key: string) => services.storage.read(key)]
  const storage = Object.assign(Object.create(services.storage), { read, stat })
  const { archive } = await exportGedzip({ ...services, storage }, ana.claims)
  await expect(buffer(archive)).rejects.toThrow()

  const { ana: bea } = await withAlbum(1)
  expect((await fetched(bea)).bytes.length).toBeGreaterThan(400_000)
})

test('the pictures of another program become one story for each person, called as they are called', async () => {
  const ana = await person()
  const portrait = await photo().png().toBuffer()
  const film = Buffer.from('not a film at all')
  const file = await zip({
    'gedcom.ged': gedcom(
      '1 OBJE @O1@',
      '1 OBJE @O2@',
      '1 OBJE @O3@',
      '0 @I2@ INDI',
      '1 NAME Josef /Novak/',
      '1 OBJE @O2@',
      '0 @F1@ FAM',
      '1 HUSB @I2@',
      '1 WIFE @I1@',
      '1 OBJE @O4@',
      '0 @O1@ OBJE',
      '1 FILE photos/face.png',
      '2 FORM image/png',
      '0 @O2@ OBJE',
      '1 FILE photos/both.png',
      '2 FORM image/png',
      '2 TITL In the garden',
      '1 FILE letter.pdf',
      '2 FORM application/pdf',
      '0 @O3@ OBJE',
      '1 FILE film.mp4',
      '2 FORM video/mp4',
      '0 @O4@ OBJE',
      '1 FILE wedding.png',
      '2 FORM image/png',
    ),
    'photos/face.png': portrait,
    'photos/both.png': await photo().png().toBuffer(),
    'letter.pdf': pdf('letter'),
    'film.mp4': film,
    'wedding.png': await photo().png().toBuffer(),
  })

  const report = await send(ana, file)

  expect(report).toMatchObject({
    people: 2,
    portraits: 2,
    files: 4,
    leftOut: ['film.mp4'],
    notUnderstood: [],
  })
  const shown = await shownOf(ana)
  expect(shown.find(({ name }) => name === 'Vera Petrova')?.stories).toMatchObject([
    { title: 'Josef Novak', files: [{ file_name: 'wedding.png' }] },
    {
      title: 'Vera Petrova',
      files: [
        { file_name: 'face.png', hash: sha256Of(portrait), kind: 'image' },
        { file_name: 'both.png', caption: 'In the garden' },
        { file_name: 'letter.pdf', kind: 'document', mime_type: 'application/pdf' },
      ],
    },
  ])
  expect(shown.find(({ name }) => name === 'Josef Novak')?.stories).toHaveLength(2)
  expect(await send(ana, file)).toMatchObject({ files: 0, filesHere: 4, leftOut: ['film.mp4'] })
})

test.for([
  [
    'photos/Josef, 1 & 2 = 3; #4+5 @6.png',
    'photos/Josef%2C%201%20%26%202%20%3D%203%3B%20%234%2B5%20%406.png',
  ],
  ['photos/Josef, 1 & 2 = 3; #4+5 @6.png', 'photos/Josef,%201%20&%202%20=%203;%20%234+5%20@6.png'],
  ['é/100% sure.png', '%C3%A9/100% sure.png'],
  ['Mu\u0308ller.png', 'M\u00fcller.png'],
  ['M\u00fcller.png', 'Mu%CC%88ller.png'],
  ['photos/face.png', 'photos\\face.png'],
  ['photos/face.png', './photos/face.png'],
] as const)('the picture %s is found where a file calls it %s', async ([name, called]) => {
  const ana = await person()
  const bytes = await photo().png().toBuffer()
  const file = await zip({ 'gedcom.ged': gedcom('1 OBJE', `2 FILE ${called}`), [name]: bytes })
  expect(await send(ana, file)).toMatchObject({ files: 1, portraits: 1, leftOut: [], notUnderstood: [] })
  // Its id follows from its name in the package.
  const plain = await zip({ 'gedcom.ged': gedcom('1 OBJE', `2 FILE ${name}`), [name]: bytes })
  expect(await send(ana, plain)).toMatchObject({ files: 0, filesHere: 1 })
})

test('pictures are found in packages that name them as Windows does, or as a Mac does', async () => {
  const ana = await person()
  const packed = await zip({
    'gedcom.ged': gedcom('1 OBJE', '2 FILE photos/face.png', '1 OBJE', '2 FILE Müller.png'),
    'photos/face.png': await photo().png().toBuffer(),
    'Mu\u0308ller.png': await photo().png().toBuffer(),
  })
  const bytes = Buffer.from(packed)
  const each = (sought: string, change: (at: number) => void) => {
    for (let at = bytes.indexOf(sought); at !== -1; at = bytes.indexOf(sought, at + 1)) change(at)
  }
  each('photos/face.png', (at) => bytes.write('\\', at + 'photos'.length))
  // A Mac does not say that its names are UTF-8.
  const unsay = (flags: number) => bytes.writeUInt16LE(bytes.readUInt16LE(flags) & ~0x800, flags)
  each('PK\u0003\u0004', (at) => unsay(at + 6))
  each('PK\u0001\u0002', (at) => unsay(at + 8))

  expect(await send(ana, new Uint8Array(bytes))).toMatchObject({ files: 2, leftOut: [], notUnderstood: [] })
})

test('a file that inflates to something else than the package says is left out, with nothing of it kept', async () => {
  const ana = await person()
  const good = await photo().png().toBuffer()
  const whole = await zip({
    'gedcom.ged': gedcom('1 OBJE', '2 FILE a.png', '1 OBJE', '2 FILE b.png'),
    'a.png': await photo().png().toBuffer(),
    'b.png': good,
  })
  const bytes = Buffer.from(whole)
  // The checksum of a.png in the list at the end is no longer that of its bytes.
  const entry = bytes.lastIndexOf('a.png') - 46
  bytes.writeUInt32LE((bytes.readUInt32LE(entry + 16) ^ 1) >>> 0, entry + 16)
  const used = () => ana.client.account.usage().then(({ storageUsedBytes }) => storageUsedBytes)

  const report = await send(ana, new Uint8Array(bytes))

  expect(report).toMatchObject({ files: 1, portraits: 0, leftOut: ['a.png'] })
  const [story] = (await ana.client.stories.list({})).items
  const { rows } = await database.asOwner('select file_name from media where story_id = $1', [story?.id])
  expect(rows).toEqual([{ file_name: 'b.png' }])
  expect(await used()).toBe(good.length)
})

test('where there is no room the rest stays out and is said; the same package goes on once there is', async () => {
  const ana = await person()
  const one = await photo().png().toBuffer()
  const two = await photo().png().toBuffer()
  const file = await zip({
    'gedcom.ged': gedcom('1 OBJE', '2 FILE one.png', '1 OBJE', '2 FILE two.png'),
    'one.png': one,
    'two.png': two,
  })
  const room = (bytes: number | null) =>
    database.asOwner('update usage_tracking set storage_used_bytes = $2 where user_id = $1', [ana.id, bytes])
  const limit = 5_000_000_000
  await room(limit - one.length - 3_000)
  const answer = await ana.request(`${gedcomPath}?apply=true&you=nobody`, { method: 'POST', body: file })
  expect(await answer.json()).toMatchObject({ code: 'STORAGE_LIMIT_REACHED' })

  await room(0)
  const report = await send(ana, file)
  expect(report.files + report.filesHere).toBe(2)
  const names = (await shownOf(ana)).find(({ name }) => name === 'Vera Petrova')?.stories[0]?.files
  expect(names?.map(({ hash }) => hash).toSorted()).toEqual([sha256Of(one), sha256Of(two)].toSorted())
})

test('what was thrown away is not brought back behind its back, and what was taken out of its story comes again', async () => {
  const ana = await person()
  const file = await zip({
    'gedcom.ged': gedcom('1 OBJE', '2 FILE a.png', '1 OBJE', '2 FILE b.png'),
    'a.png': await photo().png().toBuffer(),
    'b.png': await photo().png().toBuffer(),
  })
  expect(await send(ana, file)).toMatchObject({ files: 2 })
  const [story] = (await ana.client.stories.list({})).items
  const id = story?.id ?? ''
  const { rows } = await database.asOwner(
    "select id from media where story_id = $1 and file_name = 'a.png'",
    [id],
  )
  await ana.client.media.remove({ id: rows[0].id })

  expect(await send(ana, file)).toMatchObject({ files: 1, filesHere: 1 })
  await ana.client.stories.delete({ id })
  expect(await send(ana, file)).toMatchObject({ files: 0, filesHere: 2 })
  expect((await ana.client.stories.list({})).items).toEqual([])
})

test('what finds no room in a package that we would take back stays out of it, and is counted', async () => {
  const ana = await person('Ana Petrova')
  const story = await ana.client.stories.create({
    id: uuidv7(),
    title: 'Ana Petrova',
    method: 'upload',
  })
  const files = [await photo().png().toBuffer(), pdf('letter')]
  for (const [index, bytes] of files.entries()) await addFile(ana, story.id, `${index}`, bytes)
  const packed = (taken: { files: number; bytes: number }) =>
    asUser(services.db, ana.claims, (tx) => mediaOfFamily(tx, ana.id, taken))

  expect(await packed({ files: 1, bytes: 0 })).toMatchObject({ media: [{}, {}], leftOut: 0 })
  // Only the letter is small enough to fit.
  const full = await packed({ files: 1, bytes: limits.gedzipInsideBytes - 100 })
  expect(full).toMatchObject({ media: [{ fileName: '1' }], leftOut: 1 })
  expect(await packed({ files: limits.gedzipFiles - 1, bytes: 0 })).toMatchObject({ media: [{}], leftOut: 1 })
})

test('a package leaves room for the family beside its files, so that it can come in again', async () => {
  const ana = await person()
  await ana.client.familyMembers.create({ id: uuidv7(), firstName: 'Vera', lastName: 'Kos' })
  const storyId = uuidv7()
  await ana.client.stories.create({ id: storyId, title: 'Vera Kos', method: 'upload' })
  const count = limits.gedzipInsideBytes / limits.gedzipFileBytes
  for (let at = 0; at < count; at += 1) await addFile(ana, storyId, `${at}.pdf`, pdf(String(at)))
  expect(await fetched(ana)).toMatchObject({ leftOut: '0' })

  // Together they would be as large as all that a package may hold.
  await database.asOwner('update media set size_bytes = $2 where user_id = $1', [
    ana.id,
    limits.gedzipFileBytes,
  ])

  expect(await fetched(ana)).toMatchObject({ leftOut: '1' })
})
