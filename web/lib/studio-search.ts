import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'
import type { Story, StoryMethod } from '#contract/stories.ts'

type Wanted = {
  storyId?: string
  title?: string
  description?: string
  /** The question to begin with, or the playlist to go through. */
  prompt?: string
  playlist?: string
}

/** The studio's address for a new recording. A question becomes the title, cut to a title's maximum length. */
export function toRecord({ storyId = '', title = '', description = '', ...asked }: Wanted) {
  return {
    storyId,
    title: cutText(title, limits.title),
    description,
    mode: 'recording',
    further: false,
    ...asked,
  } as const
}

/** The studio's address for continuing a story. It carries the number and length of its parts, in case the server is out of reach there. */
export function toGoOn({ id, title, description, recordings, duration }: Story, mode: StoryMethod) {
  const parts = partsOf(recordings)
  return { storyId: id, title, description, mode, further: true, parts, seconds: duration }
}

/** The number of the next part. Two recordings may belong to one part, made by two devices. */
export function partsOf(recordings: readonly { part: number }[]): number {
  return Math.max(-1, ...recordings.map(({ part }) => part)) + 1
}
