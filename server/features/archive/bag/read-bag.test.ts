import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { sha256Of } from '../../../sha256.ts'
import { type Files, passingFolder, zipped } from '../../../testing/archives.ts'
import { bagOf, withAbout, zippedBag } from '../../../testing/bags.ts'
import { withArchive } from '../open-archive.ts'
import { manifestLines, readManifestLines } from './manifest-lines.ts'

const folder = passingFolder()
const id = uuidv7()
const about = {
  format: 'kinora-archive',
  version: 2,
  createdAt: '2026-11-21T20:00:00.000Z',
  account: { id, email: 'ana@family.example', name: 'Ana' },
  counts: {},
  leftOut: { unfinishedRecordings: 0 },
}
const good: Files = new Map([
  ['archive.json', Buffer.from(JSON.stringify(about))],
  ['stories/0001 The mill/transcript.txt', Buffer.from('It ground rye.')],
])

async function opened(zip: Buffer): Promise<string> {
  const watch = { signal: new AbortController().signal, onBytes: () => undefined }
  return withArchive(folder.write(`${uuidv7()}.zip`, zip), watch, async (archive) => {
    expect(archive.has('manifest-sha256.txt')).toBe(false)
    return archive.about.account.id
  })
}

const replaced = (files: Files, name: string, change: (text: string) => string): Files =>
  new Map([...files, [name, Buffer.from(change(String(files.get(name))))]])
const without = (files: Files, name: string): Files => new Map([...files].filter(([one]) => one !== name))
const added = (name: string): Promise<Buffer> => zipped(new Map([...bagOf(good), [name, Buffer.from('x')]]))
/** Changes the payload's manifest, and writes the list of the lists anew to match. */
const relisted = (change: (text: string) => string) =>
  zippedBag(good, (tags) => {
    tags.set('manifest-sha256.txt', Buffer.from(change(String(tags.get('manifest-sha256.txt')))))
  })
const tagged = (name: string, content: string) =>
  zippedBag(good, (tags) => {
    tags.set(name, Buffer.from(content))
  })

test('a bag is opened whatever its folder is called, whatever else it has beside the payload, and however its lines end', async () => {
  expect(await opened(await zippedBag(good))).toBe(id)
  expect(await opened(await tagged('metadata/mets.xml', '<mets/>'))).toBe(id)
  expect(await opened(await relisted((text) => text.replaceAll('\n', '\r\n').replaceAll('  ', ' *')))).toBe(
    id,
  )
  const crlf = 'BagIt-Version: 1.0\r\nTag-File-Character-Encoding: UTF-8\r\n'
  expect(await opened(await tagged('bagit.txt', crlf))).toBe(id)
})

const digest = 'a'.repeat(64)
const doctored: [what: string, problem: string, make: () => Promise<Buffer>][] = [
  [
    'other bytes of the same length',
    'wrong_hash',
    () =>
      zipped(
        replaced(bagOf(good), 'family/data/stories/0001 The mill/transcript.txt', (text) =>
          text.replace('rye', 'oat'),
        ),
      ),
  ],
  [
    'a digest of something else',
    'wrong_hash',
    () => relisted((text) => text.replace(/^[0-9a-f]{64}/, digest)),
  ],
  [
    'a list that was changed after it was listed itself',
    'wrong_hash',
    () => zipped(replaced(bagOf(good), 'family/bag-info.txt', (text) => `Contact-Name: Mallory\n${text}`)),
  ],
  ['a count that is not right', 'wrong_hash', () => tagged('bag-info.txt', 'Payload-Oxum: 14.1\n')],
  ['no count', 'not_an_archive', () => tagged('bag-info.txt', 'Contact-Name: Ana\n')],
  ['a file of the payload that nobody lists', 'unlisted_file', () => added('family/data/extra.txt')],
  ['a file beside the payload that nobody lists', 'unlisted_file', () => added('family/extra.txt')],
  ['a file beside the bag', 'unlisted_file', () => added('extra.txt')],
  [
    'a listed file that is not there',
    'missing_file',
    () => relisted((text) => `${text}${digest}  data/stories/0002 Gone/film.webm\n`),
  ],
  [
    'a listed file that is not there, before any byte is read',
    'missing_file',
    () =>
      relisted(
        (text) => `${text.replace(/^[0-9a-f]{64}/, digest)}${digest}  data/stories/0002 Gone/film.webm\n`,
      ),
  ],
  [
    'no list of the payload',
    'missing_file',
    () => zipped(without(bagOf(good), 'family/manifest-sha256.txt')),
  ],
  [
    'no list of the lists',
    'missing_file',
    () => zipped(without(bagOf(good), 'family/tagmanifest-sha256.txt')),
  ],
  [
    'a list of lists that leaves out the payload’s',
    'missing_file',
    () =>
      zipped(
        replaced(bagOf(good), 'family/tagmanifest-sha256.txt', (text) =>
          text.replace(/^.* manifest-sha256.txt\n/m, ''),
        ),
      ),
  ],
  [
    'another algorithm',
    'unknown_digest',
    () => {
      const bag = [...bagOf(good)].map(([name, bytes]): [string, Buffer] => [
        name.replace('sha256', 'md5'),
        bytes,
      ])
      return zipped(new Map(bag))
    },
  ],
  ['another algorithm beside ours', 'unknown_digest', () => tagged('manifest-sha512.txt', '')],
  [
    'a listed path that leads out',
    'unsafe_name',
    () => relisted((text) => `${text}${digest}  data/../../../etc/passwd\n`),
  ],
  ['a listed path from the root', 'unsafe_name', () => relisted((text) => `${text}${digest}  /etc/passwd\n`)],
  [
    'a payload that lies beside data',
    'unsafe_name',
    () => relisted((text) => text.replace('data/stories', 'stories')),
  ],
  [
    'a payload that the list of lists names, too',
    'unsafe_name',
    () => {
      const right = sha256Of(good.get('archive.json') ?? Buffer.from(''))
      const bag = replaced(
        bagOf(good),
        'family/tagmanifest-sha256.txt',
        (text) => `${text}${right}  data/archive.json\n`,
      )
      return zipped(bag)
    },
  ],
  ['a path that is listed twice', 'unsafe_name', () => relisted((text) => `${text}${text}`)],
  ['a line that is none', 'bad_rows', () => relisted((text) => `${text}the mill\n`)],
  [
    'another version of BagIt',
    'unknown_version',
    () => tagged('bagit.txt', 'BagIt-Version: 2.0\nTag-File-Character-Encoding: UTF-8\n'),
  ],
  [
    'letters that are not UTF-8',
    'unknown_version',
    () => tagged('bagit.txt', 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-16\n'),
  ],
  ['a declaration that is none', 'not_an_archive', () => tagged('bagit.txt', 'A bag of flour\n')],
  [
    'a bag of something else',
    'not_an_archive',
    () => zippedBag(new Map([['archive.json', Buffer.from('{"format":"flour"}')]])),
  ],
  ['no word of what it is', 'missing_file', () => zippedBag(without(good, 'archive.json'))],
  [
    'an archive of a newer Kinora',
    'unknown_version',
    () => zippedBag(withAbout(good, (it) => ({ ...it, version: 3 }))),
  ],
  [
    'an archive of the first form in a bag',
    'unknown_version',
    () => zippedBag(withAbout(good, (it) => ({ ...it, version: 1 }))),
  ],
]

test.for(doctored)('a bag with %s is refused as %s', async ([, problem, make]) => {
  await expect(opened(await make())).rejects.toMatchObject({ name: 'ArchiveError', problem })
})

test('a list writes what would end a line, and percent signs, as RFC 8493 asks, and nothing else', () => {
  const paths = [
    'data/100 %/a b.txt',
    'data/two\nlines',
    'data/two\r\nlines',
    'data/Großmutter’s “mill” %0A.txt',
  ]
  const text = [...manifestLines(paths.map((path) => ({ path, size: 1, sha256: digest })))].join('')

  expect(text.split('\n').map((line) => line.slice(66))).toEqual([
    'data/100 %25/a b.txt',
    'data/two%0Alines',
    'data/two%0D%0Alines',
    'data/Großmutter’s “mill” %250A.txt',
    '',
  ])
  expect([...readManifestLines(text).keys()]).toEqual(paths)
})
