import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { fullCost } from '../../auth/accounts/passwords.ts'
import { StartError } from '../../start-error.ts'
import { firstNames, lastNames, randomFrom, sentenceOf, vocabularyOf } from './family-words.ts'
import { type GeneratedFamily, generateFamily } from './generated-family.ts'
import { addFiles, laySeedFiles, type SeedFiles } from './seed-files.ts'
import type { SeedSize } from './sizes.ts'

/** Addresses in this domain belong to invented people. The domain is reserved, so no mail ever reaches it (RFC 2606). */
export const seedDomain = 'seed.example'
export const seedPassword = 'a very long year'
export const seedEmail = (family: number): string => `family-${String(family).padStart(4, '0')}@${seedDomain}`

const VOCABULARY = 30_000
/** The number of phrases that `pg_temp.said` in sql/words.sql chooses from. */
const PHRASES = 20_000
const STORIES_AT_ONCE = 100

/**
 * Fills a migrated database with invented families in one transaction, so that either all of them are there or none. The triggers
 * write the search entries and count usage as always; only the index on words is built afterwards. The same size gives the same
 * families with the same ids and words; the rows' times of change are those of the run.
 *
 * @throws StartError if any account exists
 * @param media the folder for the bytes of recordings and pictures; null leaves them out
 * @param say called with the next step
 */
export async function seedInstance(
  owner: pg.ClientConfig,
  size: SeedSize,
  media: string | null,
  say: (step: string) => void,
): Promise<void> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await client.query(`begin; set local maintenance_work_mem = '256MB'; select app.begin_restoring()`)
    await assertNobodyLivesHere(client)
    await run(client, 'words')
    const files = await prepareWords(client, size)
    say(`${size.families} families`)
    await run(client, 'accounts')
    say('their stories')
    await run(client, 'stories')
    await client.query('drop index public.search_entries_words')
    await tellStories(client, say)
    say('notes, pictures, comments, questions and books')
    await run(client, 'around-stories')
    say('their trees')
    await run(client, 'people')
    say('the index on their words')
    await client.query('create index search_entries_words on public.search_entries using gin (search)')
    if (media !== null) await laySeedFiles(client, media, files, say)
    await client.query('select app.end_restoring(); commit')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/**
 * Makes sure that the instance is empty.
 * @throws StartError if any account exists, invented or not
 */
async function assertNobodyLivesHere(client: pg.Client): Promise<void> {
  await client.query('lock table auth.users in share row exclusive mode')
  const { rows } = await client.query<{ people: number; invented: number }>(
    `select count(*) filter (where email like '%@' || $1)::integer as invented, count(*)::integer as people from auth.users`,
    [seedDomain],
  )
  const { people, invented } = rows[0] ?? { people: 0, invented: 0 }
  if (people > invented)
    throw new StartError(
      'There are accounts of people in this database. Invented families have no place among them: name an empty DATA_DIR, or another DATABASE_URL.',
    )
  if (invented > 0)
    throw new StartError('This database was seeded already. For other families start with an empty one.')
}

async function run(client: pg.Client, name: string): Promise<void> {
  await client.query(readFileSync(join(import.meta.dirname, 'sql', `${name}.sql`), 'utf8'))
}

/** Prepares the words and the sizes that the seeding statements use. */
async function prepareWords(client: pg.Client, size: SeedSize): Promise<SeedFiles> {
  const small = (size.families - size.large) * size.storiesOfSmall
  const lines = size.lines - size.large * size.storiesOfLarge * size.linesOfLarge
  const linesOfSmall = Math.floor(lines / small)
  const salt = Buffer.from('kinora seed salt')
  const password = await hash(seedPassword, { ...fullCost, salt })
  await client.query('insert into seed_size values ($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    size.families,
    size.large,
    size.storiesOfLarge,
    size.storiesOfSmall,
    size.linesOfLarge,
    linesOfSmall,
    lines - linesOfSmall * small,
    seedDomain,
    password,
  ])
  await client.query('insert into seed_names values ($1, $2)', [firstNames, lastNames])

  const words = vocabularyOf(VOCABULARY)
  const random = randomFrom(1)
  const sentences = Array.from({ length: PHRASES }, () => sentenceOf(words, random).split(' '))
  await client.query(
    'insert into seed_phrases select n - 1, head, tail from unnest($1::text[], $2::text[]) with ordinality t (head, tail, n)',
    [
      sentences.map((said) => said.slice(0, said.length / 2).join(' ')),
      sentences.map((said) => said.slice(said.length / 2).join(' ')),
    ],
  )
  await client.query('analyze seed_phrases')
  await addTree(client, 'vast', generateFamily(size.vastTree))
  await addTree(client, 'small', generateFamily(size.smallTree))
  return addFiles(client, [size.linesOfLarge, linesOfSmall, linesOfSmall + 1])
}

async function addTree(client: pg.Client, tree: string, { people, lines }: GeneratedFamily): Promise<void> {
  const name = (names: string[], index: number) => names[index % names.length]
  await client.query(
    `insert into seed_people select $1, key, sex, born, first, last, key = $7
     from unnest($2::text[], $3::text[], $4::int[], $5::text[], $6::text[]) p (key, sex, born, first, last)`,
    [
      tree,
      people.map(({ id }) => id),
      people.map(({ sex }) => sex),
      people.map(({ bornDay }) => Math.floor(bornDay / 365.25)),
      people.map((_, index) => name(firstNames, index * 7)),
      people.map((_, index) => name(lastNames, Math.floor(index / 5))),
      people.at(-1)?.id,
    ],
  )
  await client.query(
    'insert into seed_connections select $1, * from unnest($2::text[], $3::text[], $4::text[])',
    [tree, lines.map(({ type }) => type), lines.map(({ fromId }) => fromId), lines.map(({ toId }) => toId)],
  )
}

async function tellStories(client: pg.Client, say: (step: string) => void): Promise<void> {
  const { rows } = await client.query<{ count: number }>('select count(*)::integer from seed_stories')
  const count = rows[0]?.count ?? 0
  const lines = readFileSync(join(import.meta.dirname, 'sql', 'lines.sql'), 'utf8')
  for (let first = 1; first <= count; first += STORIES_AT_ONCE) {
    if (first % (STORIES_AT_ONCE * 10) === 1) say(`what was said in story ${first} of ${count}`)
    await client.query(lines, [first, first + STORIES_AT_ONCE - 1])
  }
}
