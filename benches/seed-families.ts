import type pg from 'pg'
import { firstNames, randomFrom, sentenceOf, vocabularyOf } from './family-words.ts'

export const FAMILIES = 200
const RECORDINGS = 20
const LINES = 250
const VOCABULARY = 30_000

/** 200 families, each with 20 stories of 250 lines, 60 notes and 25 people. @returns the sentences of the first */
export async function seedFamilies(owner: pg.Client, familyId: string): Promise<string[]> {
  const words = vocabularyOf(VOCABULARY)
  const random = randomFrom(1)
  const sentences = (count: number) => Array.from({ length: count }, () => sentenceOf(words, random))
  const ours: string[] = []

  await owner.query('drop index public.search_entries_words')
  for (const table of ['stories', 'story_notes', 'recordings', 'family_members', 'transcripts', 'profiles'])
    for (const trigger of await announcersOf(owner, table))
      await owner.query(`alter table public.${table} disable trigger ${trigger}`)

  const { rows } = await owner.query<{ id: string }>(
    `insert into public.profiles (id, full_name) select gen_random_uuid(), 'Family ' || n from generate_series(2, $1) n returning id`,
    [FAMILIES],
  )
  const families = [familyId, ...rows.map((row) => row.id)]
  for (const id of families) await owner.query(people, [id, firstNames])
  // Recording by recording over all families: nobody's rows lie side by side on the disk.
  for (let recording = 0; recording < RECORDINGS; recording += 1) {
    for (const id of families) {
      const lines = sentences(LINES)
      if (id === familyId) ours.push(...lines)
      await owner.query('begin')
      const title = sentenceOf(words, random).split(' ').slice(0, 5).join(' ')
      const { rows: made } = await owner.query<{ story_id: string; recording_id: string }>(story, [
        id,
        title,
        sentences(2).join(' '),
        [firstNames[recording % firstNames.length], firstNames[(recording * 7) % firstNames.length]],
      ])
      const [keys] = made
      if (!keys) throw new Error('no story was made')
      await owner.query(linesOfRecording, [id, keys.recording_id, keys.story_id, lines])
      await owner.query(notes, [id, keys.story_id, sentences(3)])
      await owner.query('commit')
    }
  }
  await owner.query('create index search_entries_words on public.search_entries using gin (search)')
  await owner.query('vacuum analyze')
  return ours
}

/** What tells open screens about changes; there are none here, and a million messages would fill the queue. */
async function announcersOf(owner: pg.Client, table: string): Promise<string[]> {
  const { rows } = await owner.query<{ tgname: string }>(
    `select tgname from pg_trigger where tgrelid = $1::regclass and tgname like 'announce%'`,
    [`public.${table}`],
  )
  return rows.map((row) => row.tgname)
}

const people = `
  insert into public.family_members (user_id, id, first_name, last_name, place_of_birth)
  select $1, app.uuidv7(), name, 'Petrova', 'Odessa' from unnest($2::text[]) name`
const story = `
  with s as (
    insert into public.stories (user_id, title, description, method, speakers)
    values ($1, $2, $3, 'recording', $4) returning user_id, id
  ), r as (
    insert into public.recordings (user_id, id, story_id, part, kind, state, mime_type, quality, started_at, original_media_id)
    select user_id, app.uuidv7(), id, 0, 'audio', 'ready', 'audio/webm', 'high', now(), gen_random_uuid() from s
    returning user_id, id, story_id
  )
  insert into public.transcripts (user_id, id, story_id, state, language)
  select user_id, id, story_id, 'completed', 'en-US' from r returning story_id, id as recording_id`
const linesOfRecording = `
  insert into public.transcript_lines
    (user_id, id, transcript_id, story_id, position, speaker, language, start_ms, end_ms, words, text)
  select $1, app.uuidv7(), $2, $3, lpad(n::text, 6, '0'), '1', 'en-US', n * 5000, n * 5000 + 4500, '[]', line
  from unnest($4::text[]) with ordinality said (line, n)`
const notes = `
  insert into public.story_notes (user_id, id, story_id, text, timestamp)
  select $1, app.uuidv7(), $2, note, '00:10' from unnest($3::text[]) note`
