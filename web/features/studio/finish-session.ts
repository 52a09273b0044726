import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'
import { situationOf } from '../../lib/errors.ts'
import { namedOnly } from './speakers.ts'
import type { SessionView, StudioSession } from './studio-session.ts'
import type { ThisDevice } from './this-device.ts'

/** How often the server is asked for a story that the first chunk is only just making there. */
const tries = 8
const tryAgainMs = 500

/** What the story is about when nobody said so: its first note. */
export function descriptionOf({ notes, recordingIds }: Pick<SessionView, 'notes' | 'recordingIds'>): string {
  if (notes[0]) return cutText(notes[0].text, limits.description)
  return recordingIds.length > 0 ? 'A recorded story' : ''
}

/**
 * Writes into the story what was only known at the end: who spoke, and what it is about where nobody had said so.
 * Resolves in a few seconds, or when a silent connection is given up. The recording itself never waits for this, nor is it in danger when it fails.
 */
export async function finishStory({ client }: ThisDevice, { plan, view }: StudioSession): Promise<void> {
  const speakers = namedOnly(view.get().speakers)
  const description = plan.description === '' ? { description: descriptionOf(view.get()) } : {}
  for (let attempt = 0; attempt < tries; attempt += 1) {
    try {
      await client.stories.update({ id: plan.storyId, speakers, ...description })
      return
    } catch (error) {
      if (situationOf(error) !== 'NOT_FOUND') return
    }
    await new Promise((resolve) => setTimeout(resolve, tryAgainMs))
  }
}
