import { limits } from '#contract/limits.ts'
import type { Story } from '#contract/stories.ts'
import { situationOf } from '../../lib/errors.ts'
import type { NoteAnswer } from '../../recorder/notes/note-sender.ts'
import type { KeptNote, StoryDetails } from '../../recorder/notes/note-store.ts'

export type DetailsPorts = {
  get: (story: { id: string }) => Promise<Pick<Story, 'speakers' | 'description'>>
  /** Rejects with CONFLICT where the story does not read as it `was` any more. */
  update: (change: {
    id: string
    speakers: string[]
    description?: string
    was?: { description: string }
  }) => Promise<unknown>
  /** Whether something on this device will make the story at the server. */
  isComing: (storyId: string) => Promise<boolean>
}

/**
 * Tells a story what became known while it was told. That may be days later: what the family has written into it meanwhile stays.
 * Never rejects.
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

/** Who speaks in a story, by its own list and by those who sat beside: nobody twice, and nobody whom they took out. */
export function speakersWith(
  known: readonly string[],
  { speakers, dropped }: Pick<StoryDetails, 'speakers' | 'dropped'>,
): string[] {
  const kept = known.filter((name) => !dropped.includes(name))
  return [...new Set([...kept, ...speakers])].slice(0, limits.speakersPerStory)
}
