import type { PageEdit } from '#contract/book-pages.ts'
import type { CoverPicture } from './cover-pictures.ts'

/** The label of each field of a page. */
export const editLabels = {
  title: 'Title',
  subtitle: 'Below the title',
  caption: 'Caption',
  text: 'Text',
  passages: 'Paragraphs',
  pictureId: 'Picture on the cover',
}

/** What somebody else wrote, as text to be shown. */
export function wordsOfEdit(
  replaced: Partial<PageEdit>,
  pictures: readonly CoverPicture[],
): Partial<Record<keyof typeof editLabels, string>> {
  const passages = 'passages' in replaced ? replaced.passages : undefined
  if (passages) return { passages: passages.map(({ text }) => text).join('\n\n') }
  const said = Object.fromEntries(Object.entries(replaced).filter(([, text]) => typeof text === 'string'))
  if (!('pictureId' in replaced)) return said
  const name = pictures.find(({ id }) => id === replaced.pictureId)?.name
  return { ...said, pictureId: replaced.pictureId === null ? 'No picture' : (name ?? 'Another picture') }
}
