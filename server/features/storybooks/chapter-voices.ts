import type { StoryMaterial } from '#contract/book-material.ts'
import type { FileFinding } from '#contract/media.ts'
import type { Tx } from '../../db/actor.ts'
import type { Services } from '../../services.ts'
import { getLink, turnOn } from '../public-links/public-links.ts'
import type { BookKey } from './material.ts'

/**
 * The address at which a chapter is heard, and what is printed beside it so that the recording can be found should the address
 * no longer work. `date`: as the story has it, or empty; on which day a recording began where it was made only its device knew.
 * `hash`: the first 8 digits of the SHA-256 of what is heard.
 */
export type ChapterVoice = { url: string; title: string; date: string; hash: string }

type Parts = Pick<Services, 'secrets' | 'env'>

/**
 * Turns on the public link of every story of a book that can be heard. A link that has run out opens again, without an end, because
 * it is printed on paper; one that is on already stays as it is.
 */
export async function openVoices(tx: Tx, parts: Parts, { userId, bookId }: BookKey): Promise<void> {
  const stories = await tx
    .selectFrom('storybook_stories as chosen')
    .innerJoin('stories', (join) =>
      join.onRef('stories.user_id', '=', 'chosen.user_id').onRef('stories.id', '=', 'chosen.story_id'),
    )
    .where('chosen.user_id', '=', userId)
    .where('chosen.storybook_id', '=', bookId)
    .where('stories.deleted_at', 'is', null)
    // Books that share stories would otherwise wait for each other, were both asked for at once.
    .orderBy('chosen.story_id')
    .select('chosen.story_id as storyId')
    .execute()
  for (const { storyId } of stories) {
    if (!(await heardIn(tx, userId, storyId))) continue
    const story = { ownerId: userId, storyId, userId }
    const link = await getLink(tx, parts, story)
    await turnOn(tx, parts, story, link?.isExpired ? { expiresAt: null } : {})
  }
}

/** The voices of a book's stories, by story id; a story whose link was turned off or has run out has none. */
export async function chapterVoices(
  tx: Tx,
  parts: Parts,
  userId: string,
  stories: readonly Pick<StoryMaterial, 'id' | 'title' | 'date'>[],
): Promise<Map<string, ChapterVoice>> {
  const voices = new Map<string, ChapterVoice>()
  for (const { id, title, date } of stories) {
    const link = await getLink(tx, parts, { ownerId: userId, storyId: id, userId })
    const heard = await heardIn(tx, userId, id)
    if (!link || link.isExpired || !heard) continue
    voices.set(id, {
      url: link.url,
      title,
      date,
      hash: heard.sha256?.slice(0, 8) ?? '',
    })
  }
  return voices
}

/** What a story is heard in: its first recording, or else the first film or sound that was added to it. */
const heardIn = async (tx: Tx, userId: string, storyId: string) =>
  (await firstRecording(tx, userId, storyId)) ?? (await firstAddedFile(tx, userId, storyId))

const firstRecording = (tx: Tx, userId: string, storyId: string) =>
  tx
    .selectFrom('recordings')
    .where('user_id', '=', userId)
    .where('story_id', '=', storyId)
    .where('state', '<>', 'receiving')
    .orderBy('part')
    .orderBy('started_at')
    .select('sha256')
    .executeTakeFirst()

const firstAddedFile = (tx: Tx, userId: string, storyId: string) =>
  tx
    .selectFrom('media')
    .where('user_id', '=', userId)
    .where('story_id', '=', storyId)
    .where('role', '=', 'original')
    .where('state', '=', 'stored')
    .where('recording_id', 'is', null)
    .where('kind', 'in', ['video', 'audio'])
    .where((file) => file.or([file('finding', 'is', null), file('finding', 'not in', unheard)]))
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .select('sha256')
    .executeTakeFirst()

/** What is found of a file in which nothing can be heard. */
const unheard: FileFinding[] = ['unreadable', 'silent']
