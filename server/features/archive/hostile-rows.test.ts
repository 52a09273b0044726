import { v7 as uuidv7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { type Files, firstTry, passingFolder, sendArchive, zipped } from '../../testing/archives.ts'
import { withAbout, zippedBag } from '../../testing/bags.ts'
import type { Person } from '../../testing/family.ts'
import { familyArchive } from '../../testing/family-archive.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { keepSomethingOfEachKind } from '../../testing/one-of-each.ts'
import { archivedRows } from './archived-rows.ts'
import { readManifestLines } from './bag/manifest-lines.ts'
import { withArchive } from './open-archive.ts'
import { runImport } from './run-import.ts'

/*
 * Archives written to harm the server, with text that is short compared to the memory it takes when parsed: `{}` is two characters
 * and takes fifty bytes. A server that runs out of memory goes down for everybody.
 */
const kinora = await createTestKinora()
const { person, services } = kinora
const folder = passingFolder()
let good: Files

beforeAll(async () => {
  const ana: Person = await person('Ana')
  await keepSomethingOfEachKind(kinora, ana, 'wildgeese')
  good = (await familyArchive(kinora, ana.id)).files
})

const empties = (count: number) => `[${Array(count).fill('{}').join(',')}]`
const withFile = (path: string, bytes: string): Files => new Map([...good, [path, Buffer.from(bytes)]])

async function problemOfBringingIn(zip: Buffer): Promise<string | null | undefined> {
  const boris = await person('Boris')
  const { id } = await sendArchive(boris, zip)
  await runImport(services, { userId: boris.id, id }, firstTry())
  return (await boris.client.archive.imports()).find((one) => one.id === id)?.problem
}

const hostile: [what: string, make: () => Promise<Buffer>][] = [
  [
    'a row of a million empty things',
    () => {
      const [first = ''] = String(good.get('records/story_proposals.jsonl')).split('\n')
      const row = JSON.stringify({ ...JSON.parse(first), evidence: 0 })
      const lines = `${row.replace('"evidence":0', `"evidence":${empties(1_000_000)}`)}\n`
      return zippedBag(withFile('records/story_proposals.jsonl', lines))
    },
  ],
  [
    'what an archive says of itself, beside a million empty things',
    () =>
      zippedBag(
        withFile(
          'archive.json',
          String(good.get('archive.json')).replace('{', `{"more":${empties(1_000_000)},`),
        ),
      ),
  ],
  [
    'a list of the first form that is of empty things',
    () => {
      const about = withAbout(good, (said) => ({ ...said, version: 1, files: 0 })).get('archive.json')
      const text = String(about).replace('"files":0', `"files":${empties(3_000_000)}`)
      return zipped(new Map([['manifest.json', text]]))
    },
  ],
  [
    'a family of more text than any has',
    () => zippedBag(withFile('records/family_members.jsonl', '\n'.repeat(128_000_001))),
  ],
  [
    'a tree of more lines than any has',
    () => zippedBag(withFile('records/family_connections.jsonl', '\n'.repeat(128_000_001))),
  ],
  [
    'what somebody says of themselves, beside a million empty things',
    () => zippedBag(withFile('profile.json', `{"bio":"Ana","more":${empties(1_000_000)}}`)),
  ],
]

test.for(hostile)('%s is refused by its letters, before anything is made of it', async ([, make]) => {
  expect(await problemOfBringingIn(await make())).toBe('too_large')
})

test('long rows are read a few at a time', async () => {
  const rows = Array.from({ length: 60 }, () => ({ ...firstNote(), text: 'x'.repeat(19_000), id: uuidv7() }))
  const long = rows.map((row) => `${JSON.stringify(row)}${' '.repeat(400_000)}\n`).join('')
  const path = folder.write('long.zip', await zippedBag(withFile('records/story_notes.jsonl', long)))
  const counts: number[] = []
  await withArchive(
    path,
    { signal: new AbortController().signal, onBytes: () => undefined },
    async (archive) => {
      for await (const batch of archivedRows(archive, 'story_notes')) counts.push(batch.length)
    },
  )
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(60)
  expect(Math.max(...counts)).toBeLessThanOrEqual(10)
})

const firstNote = (): object => JSON.parse(String(good.get('records/story_notes.jsonl')).split('\n')[0] ?? '')

test('a list of more files than an archive has is not read to its end', () => {
  const listOf = (count: number) =>
    Array.from({ length: count }, (_, at) => `${'0'.repeat(64)} ${at}\n`).join('')
  expect(readManifestLines(listOf(1_000), 1_000).size).toBe(1_000)
  expect(() => readManifestLines(listOf(1_001), 1_000)).toThrow(
    expect.objectContaining({ problem: 'too_large' }),
  )
})
