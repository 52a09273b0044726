import { limits } from '#contract/limits.ts'
import type { Story } from '#contract/stories.ts'
import { situationOf } from '../../lib/errors.ts'
import type { NoteAnswer } from '../../recorder/notes/note-sender.ts'
import type { KeptNote, StoryDetails } from '../../recorder/notes/note-store.ts'

export type DetailsPorts = {
  get: (story: { id: string }) => Promise<Pick<Story, 'speakers' | 'description'>>
  /** Rejects with CONFLICT where the story's fields no longer read as in `was`. */
  update: (change: {
    id: string
    speakers: string[]
    description?: string
    was?: { description: string }
  }) => Promise<unknown>
  /** Whether a recording or note on this device will create the story on the server. */
  isComing: (storyId: string) => Promise<boolean>
}

/**
 * Sends a story's details that became known while it was told. That may be days later, so whatever the family has entered
 * meanwhile stays. Never rejects.
 */
export async function sendDetails(
  { get, update, isComing }: DetailsPorts,
  { storyId: id }: Pick<KeptNote, 'storyId'>,
  details: StoryDetails,
): Promise<NoteAnswer> {
  try {
    const story = await get({ id })
    const isSaid = story.description !== '' || details.description === ''
    const about = isSaid ? {} : { description: details.description, was: { description: '' } }
    await update({ id, speakers: speakersWith(story.speakers, details), ...about })
    return 'stored'
  } catch (error) {
    switch (situationOf(error)) {
      case 'NOT_FOUND':
        return (await isComing(id).catch(() => true)) ? 'later' : 'gone'
      case 'FORBIDDEN':
      case 'BAD_REQUEST':
        return 'gone'
      default:
        return 'later'
    }
  }
}

/** Whether a note that waits here creates its story where the server does not know it. */
export const willCreateStory = ({ removed = false, goneSince }: KeptNote): boolean =>
  !removed && goneSince === undefined

/** A story's speakers: its own list and those named in the session, without duplicates and without those who were removed there. */
export function speakersWith(
  known: readonly string[],
  { speakers, dropped }: Pick<StoryDetails, 'speakers' | 'dropped'>,
): string[] {
  const kept = known.filter((name) => !dropped.includes(name))
  return [...new Set([...kept, ...speakers])].slice(0, limits.speakersPerStory)
}
