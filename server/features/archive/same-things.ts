import { sql } from 'kysely'
import type { Tx } from '../../db/actor.ts'
import { lockFamily } from '../family-members/family-members.ts'
import { lockLibrary } from '../prompts/prompts.ts'
import { archivedRows } from './archived-rows.ts'
import type { OpenArchive } from './open-archive.ts'
import type { ArchiveTableName } from './tables.ts'
import type { Row } from './take-rows.ts'

/** The ids that things of an archive already have in the account, by their ids in the archive. */
export type SameThings = Map<string, string>

export type Looking = {
  userId: string
  archive: OpenArchive
  rename: (row: Row) => Row
  isSamePerson: boolean
  /** Receives what is found; `rename` reads it. */
  same: SameThings
}

/** Tables that have another unique key than their primary key, and whose rows other rows refer to. */
type Recognised = 'media' | 'family_members' | 'prompts'
type Sought = {
  name: Recognised
  /** What a row of the archive is recognised by. */
  keysOf: (row: Row) => unknown[]
  /** What the account has under some of these keys. */
  find: (keys: string[]) => Promise<{ id: string; key: string | null }[]>
}

/**
 * Finds the rows of a table that the account already has under another id. They cannot be inserted beside those, so whatever
 * refers to them has to refer to those.
 */
export async function findSame(tx: Tx, looking: Looking, name: ArchiveTableName): Promise<void> {
  if (name === 'media') await findCopies(tx, looking)
  if (name === 'family_members') await findPeople(tx, looking)
  if (name === 'prompts') await findQuestions(tx, looking)
}

/** The ids that the account already uses in a table. */
export async function idsHere(
  tx: Tx,
  userId: string,
  name: Recognised | 'storybook_exports',
  ids: string[],
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom(name)
    .where('user_id', '=', userId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .select('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** An original has one poster and one waveform: one that was made again takes the place of the earlier one. */
async function findCopies(tx: Tx, looking: Looking): Promise<void> {
  const keyOf = (source: unknown, role: unknown) => `${source} ${role}`
  const find = async (keys: string[]) => {
    const sources = keys.map((key) => key.split(' ')[0])
    const copies = await tx
      .selectFrom('media')
      .where('user_id', '=', looking.userId)
      .where('source_media_id', '=', sql<string>`any(${sources}::uuid[])`)
      .select(['id', 'source_media_id', 'role'])
      .execute()
    return copies.map(({ id, source_media_id: source, role }) => ({ id, key: keyOf(source, role) }))
  }
  const keysOf = (row: Row) =>
    row.source_media_id === null ? [] : [keyOf(looking.rename(row).source_media_id, row.role)]
  await note(tx, looking, { name: 'media', keysOf, find })
}

/**
 * A person of an imported file is the same in both accounts, and so is an unnamed one who stands at the same place. Somebody else
 * who said who they are in the file is recognised by that, but never as "you" (docs/decisions/075).
 */
async function findPeople(tx: Tx, looking: Looking): Promise<void> {
  const { userId, archive, rename, isSamePerson } = looking
  await lockFamily(tx, userId)
  const withKey = (column: 'source_key' | 'placeholder_key') => (keys: string[]) =>
    tx
      .selectFrom('family_members')
      .where('user_id', '=', userId)
      .where(column, '=', sql<string>`any(${keys}::text[])`)
      .select(['id', `${column} as key`])
      .execute()
  const ofFiles = withKey('source_key')
  const ofYou = isSamePerson ? [] : await ownKeysOf(tx, userId)

  await note(tx, looking, {
    name: 'family_members',
    keysOf: (row) => [row.source_key],
    find: async (keys) => [...ofYou.map((key) => ({ id: userId, key })), ...(await ofFiles(keys))],
  })
  // Both come second: the keys of unnamed people name people, and an archive may have its own person twice.
  if (isSamePerson) {
    const keysOf = (row: Row) => [rename(row).placeholder_key]
    await note(tx, looking, { name: 'family_members', keysOf, find: withKey('placeholder_key') })
  } else {
    const isTheirs = (row: Row) => row.id === archive.about.account.id
    const keysOf = (row: Row) => (isTheirs(row) ? (row.own_source_keys as unknown[]) : [])
    await note(tx, looking, { name: 'family_members', keysOf, find: ofFiles })
  }
}

async function ownKeysOf(tx: Tx, userId: string): Promise<string[]> {
  const own = await tx
    .selectFrom('family_members')
    .where('user_id', '=', userId)
    .where('id', '=', userId)
    .select('own_source_keys')
    .executeTakeFirst()
  return own?.own_source_keys ?? []
}

/** A question that was copied again, in the same words, is the same one. */
async function findQuestions(tx: Tx, looking: Looking): Promise<void> {
  await lockLibrary(tx, looking.userId)
  const keyOf = (source: unknown, text: unknown) => `${source} ${text}`
  const find = async (keys: string[]) => {
    const copies = await copiesHere(
      tx,
      looking.userId,
      keys.map((key) => key.split(' ')[0]),
    )
    return copies.map(({ id, source, text }) => ({ id, key: keyOf(source, text) }))
  }
  const keysOf = (row: Row) =>
    row.copied_from === null ? [] : [keyOf(looking.rename(row).copied_from, row.text)]
  await note(tx, looking, { name: 'prompts', keysOf, find })
}

/**
 * Questions as they come in: one that was copied from where the account has another copy, in other words, becomes a question of
 * the person's own, as with `copyPrompt`.
 */
export async function* questionsBeside(
  tx: Tx,
  userId: string,
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<Row[]> {
  for await (const rows of batches) {
    const copies = await copiesHere(
      tx,
      userId,
      rows.map((row) => row.copied_from),
    )
    const idOf = new Map<unknown, string>(copies.map(({ id, source }) => [source, id]))
    yield rows.map((row) =>
      (idOf.get(row.copied_from) ?? row.id) === row.id ? row : { ...row, copied_from: null },
    )
  }
}

const copiesHere = (tx: Tx, userId: string, sources: unknown[]) =>
  tx
    .selectFrom('prompts')
    .where('user_id', '=', userId)
    .where('copied_from', '=', sql<string>`any(${sources}::uuid[])`)
    .select(['id', 'copied_from as source', 'text'])
    .execute()

/** Notes those that the account has. Each counts once: two people of the archive never become one. */
async function note(tx: Tx, looking: Looking, { name, keysOf, find }: Sought): Promise<void> {
  const { userId, archive, rename, same } = looking
  const taken = new Set(same.values())
  for await (const rows of archivedRows(archive, name)) {
    const coming = rows
      .map((row) => ({ row, keys: keysOf(row).filter((key) => typeof key === 'string') }))
      .filter(({ row, keys }) => keys.length > 0 && !same.has(String(row.id)))
    if (coming.length === 0) continue
    const there = await find(coming.flatMap(({ keys }) => keys))
    const idOf = new Map(there.map(({ id, key }) => [key, id]))
    const newIdOf = (row: Row) => String(rename(row).id)
    const known = await idsHere(
      tx,
      userId,
      name,
      coming.map(({ row }) => newIdOf(row)),
    )
    for (const { row, keys } of coming) {
      const id = keys.map((key) => idOf.get(key)).find((one) => one !== undefined)
      if (id === undefined || known.has(newIdOf(row)) || taken.has(id)) continue
      same.set(String(row.id), id)
      taken.add(id)
    }
  }
}
