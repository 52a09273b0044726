import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestKinora } from '../kinora.ts'
import type { Actor } from './world.ts'

/** Queries for violated invariants, by description; each returns one row for each violation. `$1`: the ids of the people. */
const statements: Record<string, string> = {
  'an original that nothing shows or leads to': `
    select m.id from media m where m.user_id = any($1) and m.role = 'original' and m.story_id is null
      and m.recording_id is null
      and not exists (select from family_members f where f.user_id = m.user_id and f.portrait_media_id = m.id)
      and not exists (select from storybook_drawings d where d.user_id = m.user_id and d.media_id = m.id)
      and not exists (select from uploads u where u.user_id = m.user_id and u.id = m.id)`,
  'a copy in another story than its original': `
    select c.id from media c join media m on m.user_id = c.user_id and m.id = c.source_media_id
    where c.user_id = any($1) and (c.story_id is distinct from m.story_id or c.recording_id is distinct from m.recording_id)`,
  'a recording without its original': `
    select r.id from recordings r where r.user_id = any($1)
      and not exists (select from media m where m.user_id = r.user_id and m.id = r.original_media_id and m.recording_id = r.id)`,
  'an upload under way without its file': `
    select u.id from uploads u where u.user_id = any($1) and u.state = 'receiving'
      and not exists (select from media m where m.user_id = u.user_id and m.id = u.media_id and m.state = 'receiving')`,
  'a file under way without its upload or recording': `
    select m.id from media m where m.user_id = any($1) and m.state = 'receiving'
      and not exists (select from uploads u where u.user_id = m.user_id and u.id = m.id and u.state = 'receiving')
      and not exists (select from recordings r where r.user_id = m.user_id and r.original_media_id = m.id and r.state = 'receiving')`,
  'chunks counted otherwise than they came': `
    select r.id from recordings r
    left join lateral (select count(*) as n, coalesce(sum(size), 0) as bytes, max(index) as last from recording_chunks c
      where c.user_id = r.user_id and c.recording_id = r.id) c on true
    where r.user_id = any($1)
      and (r.next_index, r.received_bytes, coalesce(c.last + 1, 0)) is distinct from (c.n, c.bytes::bigint, c.n)`,
  'a length that is not its parts’': `
    select s.id from stories s where s.user_id = any($1) and s.duration <> (
      select round(coalesce(sum(r.duration_ms), 0) / 1000.0) from recordings r
      where r.user_id = s.user_id and r.story_id = s.id and (r.track_group is null or r.track_group = r.id))`,
  'a story told to be heard otherwise than its transcripts': `
    select s.id from stories s where s.user_id = any($1) and s.transcription_status <> coalesce((
      select (array['failed', 'processing', 'pending', 'completed'])[
        min(array_position(array['failed', 'processing', 'pending', 'completed'], t.state))]
      from transcripts t left join recordings r on r.user_id = t.user_id and r.id = t.id
      where t.user_id = s.user_id and t.story_id = s.id
        and coalesce(r.track_group, r.id) is not distinct from r.id), 'pending')`,
  'lines counted otherwise than they are': `
    select t.id from transcripts t where t.user_id = any($1) and t.line_count <> (
      select count(*) from transcript_lines l where l.user_id = t.user_id and l.transcript_id = t.id)`,
  'a transcript counted otherwise than its edits': `
    select t.id from transcripts t where t.user_id = any($1) and t.version <> (
      select coalesce(max(e.version), 0) from transcript_edits e where e.user_id = t.user_id and e.transcript_id = t.id)`,
  'two lines in one place': `
    select l.transcript_id as id from transcript_lines l where l.user_id = any($1)
    group by l.user_id, l.transcript_id, l.position having count(*) > 1`,
  'a line of another story than its transcript': `
    select l.id from transcript_lines l join transcripts t on t.user_id = l.user_id and t.id = l.transcript_id
    where l.user_id = any($1) and l.story_id <> t.story_id`,
  'what an account uses, counted otherwise': `
    select u.user_id as id from usage_tracking u join app.recounted r on r.user_id = u.user_id where u.user_id = any($1)
      and (u.storage_used_bytes, u.collaborators_count) is distinct from (r.storage_used_bytes, r.collaborators_count)`,
  'pages of a book in one place': `
    select p.storybook_id as id from storybook_pages p where p.user_id = any($1) and p.removed_at is null
    group by p.user_id, p.storybook_id, p.position having count(*) > 1`,
  'a page of a story that its book does not hold': `
    select p.id from storybook_pages p where p.user_id = any($1) and p.story_id is not null and p.removed_at is null
      and not exists (select from storybook_stories s where s.user_id = p.user_id
        and s.storybook_id = p.storybook_id and s.story_id = p.story_id)`,
  'two stories of a book in one place': `
    select s.storybook_id as id from storybook_stories s where s.user_id = any($1)
    group by s.user_id, s.storybook_id, s.position having count(*) > 1`,
  'two prompts of a playlist in one place': `
    select e.playlist_id as id from playlist_prompts e join playlists l on l.id = e.playlist_id where l.user_id = any($1)
    group by e.playlist_id, e.position having count(*) > 1`,
  'a prompt of somebody else in a playlist': `
    select l.id from playlist_prompts e join playlists l on l.id = e.playlist_id join prompts p on p.id = e.prompt_id
    where l.user_id = any($1) and p.user_id is distinct from l.user_id and not p.is_official`,
  'words found of what is gone': `
    select e.source_id as id from search_entries e where e.user_id = any($1) and not case e.kind
      when 'story' then exists (select from stories s where s.user_id = e.user_id and s.id = e.source_id)
      when 'note' then exists (select from story_notes n where n.user_id = e.user_id and n.id = e.source_id)
      when 'comment' then exists (select from comments c where c.user_id = e.user_id and c.id = e.source_id)
      when 'line' then exists (select from transcript_lines l where l.user_id = e.user_id and l.id = e.source_id)
      when 'person' then exists (select from family_members m where m.user_id = e.user_id and m.id = e.source_id)
      when 'prompt' then exists (select from prompts p where p.user_id = e.user_id and p.id = e.source_id)
      when 'caption' then exists (select from media m where m.user_id = e.user_id and m.id = e.source_id)
      else exists (select from storybooks b where b.user_id = e.user_id and b.id = e.source_id)
        or exists (select from stories s where s.user_id = e.user_id and s.id = e.source_id)
      end`,
  'a story that search does not know': `
    select s.id from stories s where s.user_id = any($1)
      and not exists (select from search_entries e where e.user_id = s.user_id and e.source_id = s.id)`,
  'a sharing with oneself, or of what is not there': `
    select a.id from shared_access a where a.user_id = any($1) and (a.shared_with_user_id = a.user_id
      or (a.story_id is null and a.storybook_id is null and a.member_id is null))`,
  'a sharing of somebody who leaves': `
    select a.id from shared_access a join account_deletions d on d.user_id = a.user_id where a.user_id = any($1)`,
  'a file that is being made, and nobody who makes it': `
    select e.id from storybook_exports e where e.user_id = any($1) and e.state in ('pending', 'processing')
    union all
    select e.id from archive_exports e where e.user_id = any($1) and e.state in ('pending', 'processing')
    union all
    select i.id from archive_imports i where i.user_id = any($1) and i.state in ('checking', 'restoring')
    union all
    select r.id from recordings r where r.user_id = any($1) and r.state in ('verifying', 'safe')
    union all
    select m.id from media m join uploads u on u.user_id = m.user_id and u.id = m.id
    where m.user_id = any($1) and m.state = 'stored' and m.sha256 is null`,
}

/** The invariants that the rows of these people violate. */
export async function wrongRows({ database }: TestKinora, people: readonly Actor[]): Promise<string[]> {
  const ids = people.map(({ id }) => id)
  const found: string[] = []
  for (const [what, statement] of Object.entries(statements)) {
    const { rows } = await database.asOwner(statement, [ids])
    for (const { id } of rows) found.push(`${what}: ${id}`)
  }
  return found
}

type Named = { key: string; size: number | null }

/** Files that no row names, and rows whose file is missing or of another size. */
export async function wrongFiles(
  kinora: TestKinora,
  people: readonly Pick<Actor, 'id'>[],
): Promise<string[]> {
  const { services, database } = kinora
  const found: string[] = []
  for (const { id } of people) {
    const { rows } = await database.asOwner(
      `select storage_key as key, case when state = 'stored' then size_bytes end::float8 as size from media where user_id = $1
       union all select storage_key, size_bytes from storybook_exports where user_id = $1
       union all select storage_key, case when state = 'completed' then size_bytes end from archive_exports where user_id = $1
       union all select storage_key, null from archive_imports where user_id = $1`,
      [id],
    )
    const named: Named[] = rows
    const keys = new Set(named.map(({ key }) => key))
    for (const key of await filesOf(kinora, id))
      if (!keys.has(key)) found.push(`a file that nobody names: ${key}`)
    for (const { key, size } of named) {
      const there = await services.storage.stat(key)
      if (size !== null && there?.size !== size)
        found.push(`${key} has ${there?.size} bytes in place of ${size}`)
    }
  }
  const { rows } = await database.asOwner('select storage_key from app.storage_deletions')
  for (const row of rows) found.push(`still in the bin: ${row.storage_key}`)
  for (const name of await readdir(await services.storage.workFolder()))
    found.push(`still put aside: ${name}`)
  return found
}

/** The keys of everything that the store holds for a person. */
export async function filesOf({ services }: TestKinora, userId: string): Promise<string[]> {
  const folder = services.storage.localPath(`media/${userId}`)
  if (folder === null) throw new Error('these files are looked for on a disk')
  const names = await readdir(folder).catch(() => [])
  return names.map((name) => `media/${userId}/${name}`).toSorted()
}

/** Makes the leftovers of killed processes look more than a day old. */
export async function age(folder: string): Promise<void> {
  const dayAgo = new Date(Date.now() - 25 * 3_600_000)
  for (const name of await readdir(folder)) await utimes(join(folder, name), dayAgo, dayAgo)
}

/** The tables of all schemas that contain a trace of a person: their id, their address or their marker word. */
export async function traces(
  { database }: TestKinora,
  { id, email, word, isRemoved }: Actor,
): Promise<string[]> {
  const { rows } = await database.asOwner(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'app', 'auth', 'graphile_worker')`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    if (isRemoved && name === 'auth.audit_log_entries') continue
    for (const mark of [id, email, word]) {
      const hits = await database.asOwner(
        `select to_jsonb(t)::text as row from ${name} t where strpos(to_jsonb(t)::text, $1) > 0`,
        [mark],
      )
      for (const { row } of hits.rows) found.push(`${name} still says ${mark}: ${row}`)
    }
  }
  return found
}
