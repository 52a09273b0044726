import { z } from 'zod'
import type { BookMaterial, StoryMaterial, ToldLine } from '#contract/book-material.ts'
import { writtenParagraph } from '#contract/book-sentences.ts'
import { drawable } from '#contract/drawable.ts'
import { isAddedByPerson, resolveSpeaker } from '#contract/transcript-apply.ts'
import { transcriptWord } from '#contract/transcript-words.ts'
import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { transcriptsOfStory } from '../transcripts/transcripts.ts'
import { isDrawn } from './pictures/is-drawn.ts'

/** The key of a book: its owner's id and its own. */
export type BookKey = { userId: string; bookId: string }

/**
 * What a book's stories are made of, in the book's order; those in the trash are left out.
 *
 * @param storyId loads only this story; without it, all of them
 * @throws NOT_FOUND
 */
export async function loadMaterial(
  tx: Tx,
  { userId, bookId }: BookKey,
  storyId?: string,
): Promise<BookMaterial> {
  const book = await tx
    .selectFrom('storybooks')
    .where('user_id', '=', userId)
    .where('id', '=', bookId)
    .select(['title', 'description', 'cover_media_id as coverPictureId'])
    .executeTakeFirst()
  if (!book) throw codeError('NOT_FOUND')

  const chosen = tx
    .selectFrom('storybook_stories as chosen')
    .innerJoin('stories', (join) =>
      join.onRef('stories.user_id', '=', 'chosen.user_id').onRef('stories.id', '=', 'chosen.story_id'),
    )
    .where('chosen.user_id', '=', userId)
    .where('chosen.storybook_id', '=', bookId)
    .leftJoin('storybook_chapters as chapter', (join) =>
      join
        .onRef('chapter.user_id', '=', 'chosen.user_id')
        .onRef('chapter.storybook_id', '=', 'chosen.storybook_id')
        .onRef('chapter.story_id', '=', 'chosen.story_id'),
    )
    .where('stories.deleted_at', 'is', null)
    .orderBy('chosen.position')
    .select(['stories.id', 'stories.title', 'stories.description', 'stories.date', 'chapter.accepted'])
  const wanted = storyId === undefined ? chosen : chosen.where('chosen.story_id', '=', storyId)

  const material: StoryMaterial[] = []
  for (const { accepted, ...story } of await wanted.execute()) {
    material.push({
      ...story,
      ...(accepted === null ? {} : { written: paragraphs.parse(accepted) }),
      lines: await toldLines(tx, userId, story.id),
      entries: await writtenEntries(tx, userId, story.id),
      pictures: await pictures(tx, userId, story.id),
    })
  }
  const isCoverDrawn = await isDrawn(tx, userId, book.coverPictureId)
  return { ...book, isCoverDrawn, stories: material }
}

const words = z.array(transcriptWord)
const paragraphs = z.array(writtenParagraph)

/** A line with its row's id. */
export type KeptLine = ToldLine & { id: string }

/** Everything that was said in a story, in its recordings and then in its added files, with the names of who said it. */
export async function toldLines(tx: Tx, userId: string, storyId: string): Promise<KeptLine[]> {
  const speakers = await tx
    .selectFrom('transcript_speakers as speaker')
    .innerJoin('transcripts', (join) =>
      join
        .onRef('transcripts.user_id', '=', 'speaker.user_id')
        .onRef('transcripts.id', '=', 'speaker.transcript_id'),
    )
    .where('speaker.user_id', '=', userId)
    .where('transcripts.story_id', '=', storyId)
    .select(['speaker.transcript_id as transcriptId', 'speaker.key', 'speaker.name'])
    .select('speaker.merged_into as mergedInto')
    .execute()
  const speakerOf = (transcriptId: string, key: string | null) => {
    if (key === null) return { voice: '', speaker: '' }
    const known = speakers.filter((speaker) => speaker.transcriptId === transcriptId)
    const resolved = resolveSpeaker(key, known)
    const name = known.find((speaker) => speaker.key === resolved)?.name ?? ''
    if (name === '' && isAddedByPerson(resolved)) return { voice: '', speaker: '' }
    return { voice: name || `${transcriptId} ${resolved}`, speaker: name }
  }

  const rows = await transcriptsOfStory(tx, { userId, storyId })
    .innerJoin('transcript_lines as line', (join) =>
      join
        .onRef('line.user_id', '=', 'transcripts.user_id')
        .onRef('line.transcript_id', '=', 'transcripts.id'),
    )
    .orderBy('line.position')
    .select([
      'line.id',
      'line.language',
      'line.transcript_id as recordingId',
      'line.speaker',
      'line.words',
      'line.reading',
    ])
    .select(['line.start_ms as startMs', 'line.end_ms as endMs'])
    .execute()
  return rows.map((row) => ({
    ...row,
    ...speakerOf(row.recordingId, row.speaker),
    words: words.parse(row.words),
  }))
}

/**
 * The story's journal entries and notes, in order. Only those at 00:00: another time ties a note to a moment of a recording,
 * as with a question that was asked there, which is no text of the book.
 */
async function writtenEntries(tx: Tx, userId: string, storyId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('story_notes')
    .where('user_id', '=', userId)
    .where('story_id', '=', storyId)
    .where('timestamp', '=', '00:00')
    .orderBy('position')
    .orderBy('id')
    .select('text')
    .execute()
  return rows.map(({ text }) => text)
}

/** The story's photographs that can be shown, or soon can; where it has none, the poster of its first film. */
async function pictures(tx: Tx, userId: string, storyId: string) {
  const photos = await tx
    .selectFrom('media')
    .where('user_id', '=', userId)
    .where('story_id', '=', storyId)
    .where('state', '=', 'stored')
    .where('kind', '=', 'image')
    .where('role', 'in', ['original', 'poster'])
    .where('finding', 'is distinct from', 'unreadable')
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .select(['id', 'role', 'caption', 'mime_type as mimeType', 'source_media_id as sourceId'])
    .select('examined_at as examinedAt')
    .execute()
  const drawn = new Set(photos.map(({ sourceId }) => sourceId))
  const originals = photos.filter(
    ({ id, role, mimeType, examinedAt }) =>
      role === 'original' && (drawable.has(mimeType) || drawn.has(id) || examinedAt === null),
  )
  const posters = photos.filter(({ role }) => role === 'poster').slice(0, 1)
  return (originals.length > 0 ? originals : posters).map(({ id, caption }) => ({ id, caption }))
}
