import { v7 as uuidv7 } from 'uuid'
import { contentDigestOf } from '../sha256.ts'
import type { TestDatabase } from './database.ts'
import type { Person } from './family.ts'
import type { TestKinora } from './kinora.ts'
import { createTestBrowser } from './push-service.ts'

export type Ids = {
  story: string
  note: string
  comment: string
  share: string
  letter: string
  member: string
  line: string
  recording: string
  media: string
  upload: string
  device: string
  link: string
  edit: string
  suggestion: string
  proposal: string
  book: string
  page: string
  bookFile: string
  prompt: string
  playlist: string
  /** The id of both an export and an import, which have separate tables. */
  archive: string
}

/**
 * Creates a row in every table that holds families' data, each marked with one word.
 * @returns the ids of these rows
 */
export async function keepSomethingOfEachKind(kinora: TestKinora, who: Person, word: string): Promise<Ids> {
  const { person, services, database } = kinora
  const { client } = who
  const story = await client.stories.create({
    id: uuidv7(),
    title: word,
    description: word,
    method: 'recording',
  })
  const note = await client.stories.putNote({
    storyId: story.id,
    id: uuidv7(),
    text: word,
    timestamp: '00:01',
  })
  const gone = { storyId: story.id, id: uuidv7() }
  await client.stories.putNote({ ...gone, text: word, timestamp: '00:02' })
  await client.stories.deleteNote(gone)
  const comment = await client.comments.add({ storyId: story.id, id: uuidv7(), text: word })
  const friend = await person('A friend')
  const shared = { resourceType: 'story', resourceId: story.id, role: 'viewer' } as const
  const { id: share } = await client.sharing.share({ ...shared, email: friend.email })
  const { id: letter } = await client.sharing.invite({ ...shared, email: `${word}@example.com` })
  await client.publicLinks.turnOn({ storyId: story.id })
  const member = await client.familyMembers.create({ id: uuidv7(), firstName: word, lastName: word })
  const line = await client.family.connect({
    id: uuidv7(),
    fromId: member.id,
    toId: who.id,
    type: 'other',
    label: word,
  })
  const recording = await client.recordings.start({
    id: uuidv7(),
    story: { id: story.id, title: word },
    part: 0,
    kind: 'video',
    mimeType: 'video/webm',
    quality: 'low',
    startedAt: '2026-11-21T10:00:00Z',
  })
  await who.request(`/media/recordings/${recording.id}/chunks/0`, chunk(word))
  const begun = await who.request('/media/uploads', {
    method: 'POST',
    headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': '100', 'Upload-Metadata': 'filename YS5wbmc=' },
  })
  const { link } = await client.recordingLinks.create({
    id: uuidv7(),
    storyId: story.id,
    purpose: 'relative',
    title: word,
    question: word,
  })
  const media = uuidv7()
  const key = `media/${who.id}/${media}`
  await services.storage.put(key, Buffer.from(word))
  await database.asOwner(
    `insert into media (user_id, id, story_id, role, kind, state, mime_type, file_name, size_bytes, storage_key)
     values ($1, $2, $3, 'original', 'image', 'stored', 'image/png', $4, 9, $5)`,
    [who.id, media, story.id, word, key],
  )
  await database.asOwner(`insert into damaged_media (user_id, media_id, damage) values ($1, $2, 'changed')`, [
    who.id,
    media,
  ])
  await database.asOwner(`select app.note_fixity($1, $2, 'changed')`, [who.id, media])
  const { edit, suggestion, proposal } = await keepTranscript(database, {
    userId: who.id,
    recordingId: recording.id,
    storyId: story.id,
    word,
  })
  const book = await client.storybooks.create({ id: uuidv7(), title: word, storyIds: [story.id] })
  const pages = await client.storybooks.pages({ id: book.id })
  const bookFile = uuidv7()
  await database.asOwner(
    `insert into storybook_exports (user_id, id, storybook_id, format, file_name, mime_type, storage_key)
     values ($1, $2, $3, 'epub', $4, 'application/epub+zip', $5)`,
    [who.id, bookFile, book.id, word, `media/${who.id}/${uuidv7()}`],
  )
  await database.asOwner('insert into likenesses (user_id, id, description) values ($1, $2, $3)', [
    who.id,
    member.id,
    word,
  ])
  await database.asOwner(
    `insert into storybook_drawings (user_id, id, storybook_id, page_id, state) values ($1, $2, $3, $4, 'failed')`,
    [who.id, uuidv7(), book.id, pages.items[1]?.id],
  )
  await database.asOwner(
    `insert into storybook_chapters (user_id, storybook_id, story_id, request_id, state, proposed, written_at)
     values ($1, $2, $3, $4, 'done', $5, now())`,
    [who.id, book.id, story.id, uuidv7(), JSON.stringify([paragraph(recording.id, word)])],
  )
  await database.asOwner(
    `insert into invoices (user_id, number, description, amount_cents, status) values ($1, 'TEST-0001', $2, 1999, 'test')`,
    [who.id, word],
  )
  const prompt = await client.prompts.create({ id: uuidv7(), text: word })
  const list = { id: uuidv7(), name: word, description: word, promptIds: [prompt.id] }
  const playlist = await client.prompts.createPlaylist(list)
  await client.weeklyQuestions.set({ enabled: true, timeZone: 'UTC', weekday: 1, hour: 9 })
  await client.publicProfile.set({ isPublic: true, picture: true, location: true, bio: true })
  await client.notices.change({ shared: true })
  const browser = createTestBrowser()
  const device = await client.notices.addDevice({
    endpoint: `https://push.example.com/${word}/${who.id}`,
    keys: browser.keys,
    name: word,
  })
  await client.prompts.markAsked({ id: prompt.id, storyId: story.id, at: '2026-11-21T10:00:00Z' })
  const archive = uuidv7()
  await client.archive.startExport({ id: archive })
  await client.archive.startImport({ id: archive, fileName: `${word}.zip`, sizeBytes: 100 })
  return {
    archive,
    prompt: prompt.id,
    playlist: playlist.id,
    story: story.id,
    note: note.id,
    comment: comment.id,
    share,
    letter,
    member: member.id,
    line: line.connection.id,
    recording: recording.id,
    media,
    link: link.id,
    device: device.id,
    edit,
    suggestion,
    proposal,
    book: book.id,
    page: pages.items[1]?.id ?? '',
    bookFile,
    upload: begun.headers.get('location')?.split('/').at(-1) ?? '',
  }
}

/** Creates a transcript in all its layers, with one edit, one suggestion and one proposal. */
async function keepTranscript(
  database: TestDatabase,
  { userId, recordingId, storyId, word }: Record<'userId' | 'recordingId' | 'storyId' | 'word', string>,
) {
  const [line, edit] = [uuidv7(), uuidv7()]
  const said = { text: word, startMs: 0, endMs: 500, confidence: 1 }
  const words = JSON.stringify([{ ...said, heard: true }])
  const insert = (table: string, columns: string, values: unknown[]) =>
    database.asOwner(
      `insert into ${table} (user_id, ${columns}) values (${[userId, ...values].map((_, index) => `$${index + 1}`)})`,
      [userId, ...values],
    )
  await insert('transcripts', 'id, story_id, version', [recordingId, storyId, 1])
  await insert('transcript_pieces', 'transcript_id, index, start_ms, end_ms', [recordingId, 0, 0, 500])
  const heard = 'id, transcript_id, piece_index, start_ms, end_ms, words'
  await insert('transcript_segments', heard, [
    line,
    recordingId,
    0,
    0,
    500,
    JSON.stringify([{ ...said, speaker: '1' }]),
  ])
  await insert('transcript_speakers', 'transcript_id, key, name', [recordingId, '1', word])
  const now = 'id, transcript_id, story_id, position, start_ms, end_ms, words, text'
  await insert('transcript_lines', now, [line, recordingId, storyId, '1', 0, 500, words, word])
  const change = JSON.stringify({ type: 'speaker', lineId: line, before: word, after: null })
  const edited = 'id, transcript_id, version, group_id, author_id, command, change, line_ids'
  await insert('transcript_edits', edited, [edit, recordingId, 1, edit, userId, '{}', change, [line]])
  const [suggestion, proposal] = [uuidv7(), uuidv7()]
  const open =
    'id, transcript_id, story_id, type, origin, line_id, line_version, edit, start_ms, end_ms, original, suggested, fingerprint'
  const exchange = JSON.stringify({ type: 'replaceWords', lineId: line, from: 0, to: 1, text: 'Taken' })
  const place = [line, 0, exchange, 0, 500, word, 'Taken', 'once']
  await insert('suggestions', open, [suggestion, recordingId, storyId, 'typo', 'english', ...place])
  await insert('transcript_checks', 'id, story_id, state', [recordingId, storyId, 'done'])
  await insert('story_readings', 'id, state', [storyId, 'done'])
  await insert('story_proposals', 'id, story_id, kind, origin, text, fingerprint', [
    proposal,
    storyId,
    'tag',
    'local',
    word,
    'once',
  ])
  return { edit, suggestion, proposal }
}

const paragraph = (recordingId: string, word: string) => ({
  recordingId,
  speaker: word,
  sentences: [{ text: word, spans: [{ lineId: uuidv7(), startMs: 0, endMs: 500, text: word }] }],
})

/** The PUT of one chunk of a recording. */
export function chunk(text: string): RequestInit {
  return { method: 'PUT', headers: { 'Content-Digest': contentDigestOf(text) }, body: text }
}

/** The value of `{id}` in a route of the API: the id of the row of that kind. */
export function idFor(route: string, ids: Ids): string | undefined {
  if (route.includes('/notes/')) return ids.note
  if (route.includes('/pages/')) return ids.page
  if (route.includes('/comments/')) return ids.comment
  if (route.includes('/people/')) return ids.share
  if (route.includes('/invitations/')) return ids.letter

  const subjects: Record<string, string> = {
    stories: ids.story,
    'family-members': ids.member,
    family: ids.line,
    recordings: ids.recording,
    media: ids.media,
    uploads: ids.upload,
    'recording-links': ids.link,
    storybooks: ids.book,
    search: ids.story,
    prompts: ids.prompt,
    playlists: ids.playlist,
    community: ids.prompt,
    trash: ids.story,
    archive: ids.archive,
    notices: ids.device,
  }
  const [, kind = ''] = route.split('/')
  return subjects[kind]
}
