import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { sha256Of } from '../../../sha256.ts'
import { type Files, passingFolder } from '../../../testing/archives.ts'
import { baseIn } from '../../../testing/bags.ts'
import type { Person } from '../../../testing/family.ts'
import { familyArchive } from '../../../testing/family-archive.ts'
import { createTestKinora } from '../../../testing/kinora.ts'
import { keepSomethingOfEachKind } from '../../../testing/one-of-each.ts'
import { premisComplaints } from '../../../testing/premis-order.ts'
import { type XmlElement, xmlComplaints, xmlTree } from '../../../testing/xml.ts'
import { withArchive } from '../open-archive.ts'

const kinora = await createTestKinora()
const { database, services } = kinora
const folder = passingFolder()
const has = (program: string) => spawnSync(program, ['--version']).error === undefined

/**
 * A person with a story that has a transcript, a recording and a file. Their name would begin another label of the
 * bag's description.
 */
async function family(): Promise<Person & { media: string; recorded: string }> {
  const ana = await kinora.person('Ana\nPayload-Oxum: 1.1')
  const { media, recording } = await keepSomethingOfEachKind(kinora, ana, 'wildgeese')
  const change = (text: string, ...values: unknown[]) => database.asOwner(text, [ana.id, ...values])
  await change(`update recordings set state = 'ready', duration_ms = 4000 where user_id = $1`)
  await change(
    `update media set state = 'stored', size_bytes = received_bytes from recordings
     where media.user_id = $1 and recordings.user_id = $1 and original_media_id = media.id`,
  )
  await change('update media set sha256 = null where user_id = $1 and recording_id is not null')
  await change('update media set size_bytes = 9 where user_id = $1 and id = $2', media)
  const { rows } = await change(
    'select original_media_id as id from recordings where user_id = $1 and id = $2',
    recording,
  )
  return { ...ana, media, recorded: rows[0].id }
}

const walk = (at: string): string[] =>
  readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(at.length + 1))
    .toSorted()

/** The text of the file at this path in the bag. */
const textIn = (bag: Files, path: string) => {
  const [found] = [...bag].filter(([name]) => name.split('/').slice(1).join('/') === path)
  return String(found?.[1])
}
const valuesOf = (info: string, label: string) =>
  [...info.matchAll(new RegExp(`^${label}: (.*)$`, 'gm'))].map(([, it]) => it)

test.skipIf(!has('unzip') || !has('sha256sum'))(
  'an archive is a bag that unzip and sha256sum find whole, and lists exactly what is in it',
  async () => {
    const ana = await family()
    const { zip } = await familyArchive(kinora, ana.id)
    const at = dirname(folder.write('family.zip', zip))
    mkdirSync(join(at, 'unpacked'))
    execFileSync('unzip', ['-q', join(at, 'family.zip'), '-d', join(at, 'unpacked')])

    const [base = '', ...others] = readdirSync(join(at, 'unpacked'))
    expect([base, others]).toEqual([expect.stringMatching(/^kinora-archive-\d{4}-\d\d-\d\d$/), []])
    const bag = join(at, 'unpacked', base)
    const listed = (list: string) => {
      execFileSync('sha256sum', ['--check', '--strict', '--quiet', list], { cwd: bag })
      return readFileSync(join(bag, list), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => line.slice(66))
        .toSorted()
    }
    const files = walk(bag)
    const payload = files.filter((path) => path.startsWith('data/'))
    expect(payload.length).toBeGreaterThan(30)
    expect(listed('manifest-sha256.txt')).toEqual(payload)
    expect([...listed('tagmanifest-sha256.txt'), 'tagmanifest-sha256.txt'].toSorted()).toEqual(
      files.filter((path) => !payload.includes(path)),
    )
    const declared = readFileSync(join(bag, 'bagit.txt'), 'utf8')
    expect(declared).toBe('BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n')
    const bytes = payload.reduce((sum, path) => sum + statSync(join(bag, path)).size, 0)
    const info = readFileSync(join(bag, 'bag-info.txt'), 'utf8')
    expect(valuesOf(info, 'Payload-Oxum')).toEqual([`${bytes}.${payload.length}`])
    expect(valuesOf(info, 'Bagging-Date')).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d$/)])
    expect(valuesOf(info, 'Bag-Size')).toEqual(['1 MB'])
    expect(valuesOf(info, 'External-Identifier')).toEqual([expect.stringMatching(/^urn:uuid:/)])
    expect(valuesOf(info, 'Contact-Name')).toEqual(['Ana Payload-Oxum: 1.1'])
  },
)

test.skipIf(!has('unzip') || !has('zip'))(
  'an archive that was unpacked comes in again when it is packed as the manual says',
  async () => {
    const ana = await family()
    await ana.client.stories.create({ id: uuidv7(), title: 'Großmutter’s mill', method: 'journal' })
    const { zip, bag } = await familyArchive(kinora, ana.id)
    const at = dirname(folder.write('whole.zip', zip))
    const inUtf8 = { cwd: at, env: { ...process.env, LC_ALL: 'C.UTF-8' } }
    execFileSync('unzip', ['-q', 'whole.zip', '-d', 'again'], inUtf8)
    execFileSync('zip', ['-0qrD', '../again.zip', baseIn(bag)], { ...inUtf8, cwd: join(at, 'again') })

    const watch = { signal: new AbortController().signal, onBytes: () => undefined }
    const owner = await withArchive(join(at, 'again.zip'), watch, async ({ about }) => about.account.id)
    expect(owner).toBe(ana.id)
  },
)

test('every transcript is there as TEI and as OHMS, and the family as GEDCOM', async () => {
  const ana = await family()
  const { files } = await familyArchive(kinora, ana.id)

  const [tei, ohms] = ['tei', 'ohms'].map((form) =>
    String(files.get(`stories/0001 wildgeese/transcript.${form}.xml`)),
  )
  expect(xmlComplaints(tei ?? '')).toEqual([])
  expect(xmlTree(tei ?? '').attributes.xmlns).toBe('http://www.tei-c.org/ns/1.0')
  expect(xmlComplaints(ohms ?? '')).toEqual([])
  expect(xmlTree(ohms ?? '').attributes.xmlns).toBe('https://www.weareavp.com/nunncenter/ohms')
  expect(String(files.get('family/tree.ged'))).toContain('wildgeese')
})

const all = (within: XmlElement, name: string): XmlElement[] =>
  within.children.flatMap((one) => [...(one.name === name ? [one] : []), ...all(one, name)])
const one = (within: XmlElement, name: string): string => all(within, name)[0]?.text ?? ''

/** The type and the outcome of each PREMIS event of one object. */
const eventsOf = (premis: XmlElement, id: string): [string, string][] =>
  all(premis, 'event')
    .filter((event) => all(event, 'linkingObjectIdentifierValue').some(({ text }) => text === id))
    .map((event) => [one(event, 'eventType'), one(event, 'eventOutcome')])

async function premisOf(ana: Person): Promise<{ premis: XmlElement; bag: Files }> {
  const { bag } = await familyArchive(kinora, ana.id)
  const xml = textIn(bag, 'metadata/premis.xml')
  expect(xmlComplaints(xml)).toEqual([])
  if (has('xmllint')) execFileSync('xmllint', ['--noout', '-'], { input: xml })
  const premis = xmlTree(xml)
  expect(premisComplaints(premis)).toEqual([])
  return { premis, bag }
}

test('PREMIS says of every stored file what it is, where it lies and what happened to it', async () => {
  const ana = await family()
  const { premis, bag } = await premisOf(ana)

  expect(premis.attributes).toMatchObject({ xmlns: 'http://www.loc.gov/premis/v3', version: '3.0' })
  const objects = all(premis, 'object')
  expect(objects.map(({ attributes }) => attributes['xsi:type'])).toEqual(['representation', 'file', 'file'])
  for (const object of objects.slice(1)) {
    const bytes = [...bag].find(([name]) => name.endsWith(one(object, 'contentLocationValue')))?.[1]
    expect([one(object, 'messageDigest'), one(object, 'size')]).toEqual([
      sha256Of(bytes ?? Buffer.from('')),
      String(bytes?.length),
    ])
  }
  expect(all(premis, 'originalName').map(({ text }) => text)).toContain('wildgeese')
  const agents = all(premis, 'agentIdentifierValue').map(({ text }) => text)
  expect(agents).toEqual(['kinora', ana.id])
  const acting = all(premis, 'linkingAgentIdentifierValue').map(({ text }) => text)
  expect(acting.filter((id) => !agents.includes(id))).toEqual([])
  const ids = all(premis, 'eventIdentifierValue').map(({ text }) => text)
  expect(new Set(ids).size).toBe(ids.length)
  expect(eventsOf(premis, ana.recorded)).toEqual([
    ['capture', 'success'],
    ['ingestion', 'success'],
    ['message digest calculation', 'success'],
  ])
})

test('PREMIS says which original is not what it was, by the check and by the packing, that it came with an archive and that a copy was made', async () => {
  const ana = await family()
  const [bytes, other] = [randomBytes(500), randomBytes(500)]
  const key = `media/${ana.id}/${ana.media}`
  await services.storage.put(key, other)
  const change = (text: string, ...values: unknown[]) =>
    database.asOwner(text, [ana.id, ana.media, ...values])
  await change(
    `update media set sha256 = $3, size_bytes = 500, storage_key = $4, verified_at = now(), brought_in = array[now()]
     where user_id = $1 and id = $2`,
    sha256Of(bytes),
    key,
  )
  await change(`update damaged_media set damage = 'changed' where user_id = $1 and media_id = $2`)
  await change(
    `insert into media (user_id, id, source_media_id, role, kind, state, mime_type, size_bytes, storage_key)
     values ($1, $3, $2, 'playback', 'video', 'stored', 'video/webm', 1, 'nowhere')`,
    uuidv7(),
  )

  const { premis } = await premisOf(ana)

  expect(eventsOf(premis, ana.media)).toEqual([
    ['ingestion', 'success'],
    ['message digest calculation', 'success'],
    ['transfer', 'success'],
    ['fixity check', 'fail'],
    ['fixity check', 'fail'],
    ['normalization', 'success'],
  ])
})

test('PREMIS has the history of the checks, of each run of the same its ends, and when a recording was written down', async () => {
  const ana = await family()
  const change = (text: string, id: string) => database.asOwner(text, [ana.id, id])
  await change(`update media set verified_at = created_at where user_id = $1 and id = $2`, ana.media)
  await change(`update media set sha256 = repeat('a', 64) where user_id = $1 and id = $2`, ana.media)
  await change('delete from fixity_history where user_id = $1 and media_id = $2', ana.media)
  for (const outcome of ['intact', 'intact', 'intact', 'changed', 'put back', 'intact']) {
    await change(`select app.note_fixity($1, $2, '${outcome}')`, ana.media)
  }
  await change(`update transcript_pieces set done_at = now() where user_id = $1 and $2 <> ''`, ana.media)
  await change(
    `update transcripts t set state = 'completed', engine = 'whisper' from recordings r
     where r.user_id = $1 and r.original_media_id = $2 and t.user_id = r.user_id and t.id = r.id`,
    ana.recorded,
  )

  const { premis } = await premisOf(ana)

  expect(eventsOf(premis, ana.media).slice(2, -1)).toEqual([
    ['fixity check', 'success'],
    ['fixity check', 'success'],
    ['fixity check', 'fail'],
    ['recovery', 'success'],
    ['fixity check', 'success'],
  ])
  const details = all(premis, 'eventDetail').map(({ text }) => text)
  expect(details.filter((text) => text.includes('the last of 3 since'))).toHaveLength(1)
  const ids = all(premis, 'eventIdentifierValue').map(({ text }) => text)
  expect(new Set(ids).size).toBe(ids.length)
  expect(eventsOf(premis, ana.recorded)).toContainEqual(['transcription', 'success'])
  expect(details).toContain('What is said in it was written down by whisper.')
})

test('an account with nothing in it is a bag, too', async () => {
  const boris = await kinora.person('Boris')

  const { premis } = await premisOf(boris)

  expect(all(premis, 'object')).toHaveLength(1)
  expect(all(premis, 'eventType').map(({ text }) => text)).toEqual(['information package creation'])
})
