import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'

type Wanted = {
  storyId?: string
  title?: string
  description?: string
  /** The question to begin with, or the playlist to step through. */
  prompt?: string
  playlist?: string
}

/** The studio's address for a new recording. A question becomes the title, cut to what a story may be called. */
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
