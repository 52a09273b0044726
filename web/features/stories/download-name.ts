import type { Story } from '#contract/stories.ts'
import type { PlayablePart } from './playable-part.ts'

/** The name of a downloaded recording: the story's title and when it was kept, as every file system accepts it. */
export function downloadName(
  story: Pick<Story, 'title' | 'createdAt'>,
  part: Pick<PlayablePart, 'mimeType'>,
): string {
  const title = story.title.replace(/[\\/:*?"<>|\p{Cc}\s]+/gu, ' ').trim() || 'Story'
  const stamp = story.createdAt.slice(0, 19).replace(/[:T]/g, '-')
  const extension = /webm|mp4|ogg|wav|mpeg|quicktime/.exec(part.mimeType)?.[0] ?? 'webm'
  return `${title} ${stamp}.${extension}`
}
