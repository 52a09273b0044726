import { CompiledQuery } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { asAnonymous, asReader, asUser, type Tx } from './db/actor.ts'
import { hasCode } from './error-code.ts'
import { createTestKinora } from './testing/kinora.ts'
import { keepSomethingOfEachKind } from './testing/one-of-each.ts'
import { asSuperuser } from './testing/recorder.ts'

/*
 * Every table, every operation and every kind of actor: what the database itself allows on a row of Ana's, whatever the code above
 * it asks. The row belongs to a story that Ana shares with an admin, an editor and a viewer and that has a public link, or to a
 * storybook or a person of her family that she shares with the same people. The former member was an admin. s: select, i: insert
 * another row like it, u: update, d: delete. An admin sends an invitation of Ana's again without making it theirs; and only what
 * other people published can be reported.
 */
const matrix = `
table                owner admin editor viewer stranger anonymous holder former
stories              siud  su    su     s      -        -         s      -
story_notes          siud  siud  siud   s      -        -         s      -
deleted_notes        siud  siud  siud   -      -        -         -      -
comments             siu   siu   si     si     -        -         -      -
recordings           siud  s     s      s      -        -         s      -
recording_chunks     siud  -     -      -      -        -         -      -
media                siud  su    su     s      -        -         s      -
damaged_media        s     s     s      s      -        -         -      -
fixity_history       s     -     -      -      -        -         -      -
uploads              siud  -     -      -      -        -         -      -
transcripts          siu   siu   siu    s      -        -         s      -
transcript_pieces    s     s     s      s      -        -         -      -
transcript_segments  s     s     s      s      -        -         -      -
transcript_speakers  siu   siu   siu    s      -        -         s      -
transcript_lines     siud  siud  siud   s      -        -         s      -
transcript_edits     si    si    si     s      -        -         -      -
transcript_checks    siu   siu   siu    s      -        -         -      -
suggestions          su    su    su     s      -        -         -      -
story_readings       siu   siu   siu    s      -        -         -      -
story_proposals      su    su    su     s      -        -         -      -
shared_access        siud  siud  -      -      -        -         -      -
invitations          siud  siud  -      -      -        -         -      -
public_links         siud  siud  -      -      -        -         s      -
recording_links      siu   -     -      -      -        -         -      -
search_entries       s     s     s      s      -        -         -      -
search_languages     s     -     -      -      -        -         -      -
profiles             su    -     -      -      -        -         -      -
subscriptions        s     -     -      -      -        -         -      -
usage_tracking       s     -     -      -      -        -         -      -
month_uses           s     -     -      -      -        -         -      -
invoices             s     -     -      -      -        -         -      -
family_members       siud  su    su     s      -        -         -      -
family_connections   siud  -     -      -      -        -         -      -
storybooks           siud  su    su     s      -        -         -      -
storybook_stories    siud  s     s      s      -        -         -      -
storybook_pages      siud  su    su     s      -        -         -      -
storybook_drawings   siu   -     -      -      -        -         -      -
likenesses           siud  -     -      -      -        -         -      -
storybook_chapters   siu   -     -      -      -        -         -      -
storybook_exports    sid   -     -      -      -        -         -      -
prompts              siud  -     -      -      -        -         -      -
playlists            siud  -     -      -      -        -         -      -
playlist_prompts     siud  -     -      -      -        -         -      -
prompt_asks          siud  -     -      -      -        -         -      -
community_reports    s     -     -      -      -        -         -      -
account_deletions    s     -     -      -      -        -         -      -
archive_exports      sid   -     -      -      -        -         -      -
archive_imports      siud  -     -      -      -        -         -      -
weekly_questions     siu   -     -      -      -        -         -      -
weekly_question_mails s    -     -      -      -        -         -      -
mailed_answers       s     -     -      -      -        -         -      -
notice_wishes        siu   -     -      -      -        -         -      -
push_devices         sd    -     -      -      -        -         -      -
public_profiles      siud  -     -      -      -        -         -      -
notices              s     -     -      -      -        -         -      -
`
const [heads = [], ...expected] = matrix
  .trim()
  .split('\n')
  .map((line) => line.split(/\s+/))
const actors = heads.slice(1)
type Actor = { role: string; id: string | null; run: <T>(work: (tx: Tx) => Promise<T>) => Promise<T> }
type Table = { row: Record<string, unknown>; key: string[]; columns: { name: string; generated: boolean }[] }

const kinora = await createTestKinora()
const { person, database, services } = kinora
const everybody = new Map<string, Actor>()
const tables = new Map<string, Table>()
let storyId = ''

beforeAll(async () => {
  const ana = await person('Ana')
  await asSuperuser(database, `update public.subscriptions set tier = 'generation' where user_id = $1`, [
    ana.id,
  ])
  const { story, book, member } = await keepSomethingOfEachKind(kinora, ana, 'wildgeese')
  storyId = story
  await database.asOwner(
    `insert into community_reports (user_id, prompt_id, reason) select $1, id, '' from prompts limit 1`,
    [ana.id],
  )
  await database.asOwner(
    `insert into weekly_question_mails (user_id, token_hash, due_at) values ($1, repeat('a', 64), now())`,
    [ana.id],
  )
  await database.asOwner(
    `insert into mailed_answers (user_id, mail_id, message_hash, story_id)
     select user_id, id, repeat('b', 64), $2 from weekly_question_mails where user_id = $1`,
    [ana.id, story],
  )
  await database.asOwner(
    `insert into notices (user_id, kind, owner_id, resource_type, resource_id) values ($1, 'transcript', $1, 'story', $2)`,
    [ana.id, story],
  )
  await database.asOwner(
    `insert into account_deletions (user_id, erase_at) values ($1, now() + interval '30 days')`,
    [ana.id],
  )
  const on = { resourceType: 'story', resourceId: story } as const
  const onBook = { resourceType: 'storybook', resourceId: book } as const
  const onMember = { resourceType: 'family_member', resourceId: member } as const
  const person_ = async (role: 'admin' | 'editor' | 'viewer') => {
    const one = await person(role)
    const shares = [on, onBook, onMember].map(async (resource) => {
      const { id } = await ana.client.sharing.share({ ...resource, email: one.email, role })
      return { ...resource, id }
    })
    return { one, shares: await Promise.all(shares) }
  }
  const former = await person_('admin')
  for (const share of former.shares) await ana.client.sharing.revoke(share)
  const people = {
    owner: ana,
    admin: (await person_('admin')).one,
    editor: (await person_('editor')).one,
    viewer: (await person_('viewer')).one,
    stranger: await person('Mallory'),
    former: former.one,
  }
  for (const [name, { id, claims }] of Object.entries(people)) {
    everybody.set(name, { role: 'authenticated', id, run: (work) => asUser(services.db, claims, work) })
  }
  everybody.set('anonymous', { role: 'anon', id: null, run: (work) => asAnonymous(services.db, work) })
  const { rows: links } = await database.asOwner('select id from public_links where story_id = $1', [story])
  everybody.set('holder', {
    role: 'kinora_reader',
    id: null,
    run: (work) => asReader(services.db, { link_id: links[0].id }, work),
  })
  for (const name of await tableNames()) tables.set(name, await readTable(name, ana.id, story))
})

test('every table has its row, and Ana keeps something in each', async () => {
  expect(expected.map(([table]) => table).toSorted()).toEqual(await tableNames())
  expect([...tables].filter(([, { row }]) => row === undefined)).toEqual([])
})

describe.each(expected.map(([table = '', ...cells]) => ({ table, cells })))('$table', ({ table, cells }) => {
  test.each(actors.map((actor, index) => ({ actor, may: cells[index] ?? '' })))(
    'lets $actor do $may',
    async ({ actor, may }) => {
      const done = await Promise.all(
        ['s', 'i', 'u', 'd'].map(async (operation) =>
          (await isAllowed(table, operation, actor)) ? operation : '',
        ),
      )
      expect(done.join('') || '-').toBe(may)
    },
  )
})

class Undone extends Error {}

/** Tries one operation and rolls it back. An operation that fails for a reason other than missing rights counts as allowed. */
async function isAllowed(name: string, operation: string, actorName: string): Promise<boolean> {
  const [table, actor] = [tables.get(name), everybody.get(actorName)]
  if (!table || !actor) throw new Error(`${name} or ${actorName} is not there`)
  const statement = await statementOf(name, table, operation, actor)
  if (!statement) return false

  let touched = 0n
  try {
    await actor.run(async (tx) => {
      const { rows, numAffectedRows } = await tx.executeQuery(statement)
      touched = operation === 's' ? BigInt(rows.length) : (numAffectedRows ?? 0n)
      throw new Undone()
    })
  } catch (error) {
    if (error instanceof Undone) return touched > 0n
    if (hasCode(error, '42501')) return false
    if (operation !== 'i') throw error
    return true
  }
  return false
}

async function statementOf(
  name: string,
  { row, key, columns }: Table,
  operation: string,
  actor: Actor,
): Promise<CompiledQuery | null> {
  const quoted = (column: string) => `"${column}"`
  const where = key.map((column, index) => `${quoted(column)} = $${index + 1}`).join(' and ')
  const values = key.map((column) => row[column])
  if (operation === 's')
    return CompiledQuery.raw(`select ${quoted(key[0] ?? '')} from public.${name} where ${where}`, values)
  if (operation === 'd') return CompiledQuery.raw(`delete from public.${name} where ${where}`, values)

  const granted = await grantedColumns(name, actor.role, operation === 'i' ? 'INSERT' : 'UPDATE')
  const usable = columns.filter((column) => !column.generated && granted.includes(column.name))
  if (operation === 'u') {
    const column = usable.find((one) => !key.includes(one.name) && one.name !== 'updated_at')
    if (!column) return null
    const same = `${quoted(column.name)} = ${quoted(column.name)}`
    return CompiledQuery.raw(`update public.${name} set ${same} where ${where}`, values)
  }
  if (usable.length === 0) return null
  const names = usable.map((column) => quoted(column.name)).join(', ')
  const signed = { ...row, ...(await anotherKey(row, key)), ...signedBy(row, actor) }
  const draft = { ...signed, ...placeOf(name, signed) }
  return CompiledQuery.raw(
    `insert into public.${name} (${names}) select ${names} from jsonb_populate_record(null::public.${name}, $1)`,
    [JSON.stringify(draft)],
  )
}

/** The same row under an unused key; its owner and its parent stay the same. */
async function anotherKey(row: Record<string, unknown>, key: string[]): Promise<Record<string, unknown>> {
  // A story has only one reading, under the story's id, so there is no other key to try.
  if (row.id === storyId) return {}
  const own = key.filter((column) => column !== 'user_id')
  const last = own.includes('id') ? 'id' : own.at(-1)
  if (last === undefined) return {}
  const value = row[last]
  if (typeof value === 'number') return { [last]: value + 1_000 }
  const free =
    last === 'prompt_id' ? 'select id from prompts where is_official limit 1' : 'select app.uuidv7() as id'
  const { rows } = await database.asOwner(free)
  return { [last]: rows[0].id }
}

/** Sets the author to the actor, as an honest client does; access-forged.test.ts covers forged authors. */
function signedBy(row: Record<string, unknown>, { id }: Actor): Record<string, unknown> {
  const signatures = ['author_id', 'shared_by_user_id', 'invited_by', 'made_by', 'created_by']
  return Object.fromEntries(signatures.filter((column) => column in row).map((column) => [column, id]))
}

/**
 * Sets the storage key that follows from the row's owner and id; db/deny-by-default.test.ts covers keys of other people's files.
 */
function placeOf(name: string, row: Record<string, unknown>): Record<string, unknown> {
  if (!('storage_key' in row)) return {}
  const kind = name === 'storybook_exports' ? 'book-' : ''
  return { storage_key: `media/${row.user_id}/${kind}${row.id}` }
}

async function tableNames(): Promise<string[]> {
  const { rows } = await database.asOwner(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  return rows.map(({ name }) => name).toSorted()
}

async function readTable(name: string, owner: string, story: string): Promise<Table> {
  const { rows: columns } = await database.asOwner(
    `select attname as name, attgenerated <> '' as generated from pg_attribute
     where attrelid = ('public.' || $1)::regclass and attnum > 0 and not attisdropped order by attnum`,
    [name],
  )
  const { rows: keys } = await database.asOwner(
    `select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
     where i.indrelid = ('public.' || $1)::regclass and i.indisprimary order by array_position(i.indkey::int[], a.attnum)`,
    [name],
  )
  const has = (column: string) => columns.some((one) => one.name === column)
  const ownerColumn = has('user_id') ? 'user_id' : 'id'
  const named = name === 'family_members' ? 'and not is_self and placeholder_key is null' : ''
  const mine =
    name === 'playlist_prompts'
      ? 'playlist_id in (select id from playlists where user_id = $1)'
      : `${ownerColumn} = $1 ${named}`
  const ofStory = has('story_id') ? 'order by story_id = $2 desc nulls last' : 'order by $2::uuid is null'
  const { rows } = await database.asOwner(
    `select to_jsonb(t) as row from public.${name} t where ${mine} ${ofStory} limit 1`,
    [owner, story],
  )
  return { row: rows[0]?.row, key: keys.map((one) => one.name), columns }
}

async function grantedColumns(name: string, role: string, privilege: string): Promise<string[]> {
  const { rows } = await database.asOwner(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1
       and has_column_privilege($2, 'public.' || $1, column_name, $3)`,
    [name, role, privilege],
  )
  return rows.map((one) => one.name)
}
