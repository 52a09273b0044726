import type { BookPage } from '#contract/book-pages.ts'

/** A picture of a book, named after its caption or else its chapter. */
export type CoverPicture = { id: string; name: string }

/** The pictures on a book's pages, in order and without duplicates: the cover may show any of them. */
export function coverPictures(pages: readonly BookPage[]): CoverPicture[] {
  const names = new Map<string, string>()
  const told = new Map<string, number>()
  const add = (id: string, name: string) => {
    if (names.has(id)) return
    const count = (told.get(name) ?? 0) + 1
    told.set(name, count)
    names.set(id, count === 1 ? name : `${name} (${count})`)
  }

  let chapter = ''
  let onCover: string | null = null
  for (const { content } of pages) {
    if (content.kind === 'cover') onCover = content.pictureId
    if (content.kind === 'chapter') {
      chapter = content.title
      if (content.pictureId) add(content.pictureId, chapter)
    }
    if (content.kind === 'photo') add(content.pictureId, content.caption || chapter)
  }
  const offered = [...names].map(([id, name]) => ({ id, name }))
  if (onCover === null || names.has(onCover)) return offered
  return [{ id: onCover, name: 'On the cover now' }, ...offered]
}
