import type { BookPage } from '#contract/book-pages.ts'
import type { LeftOut } from '#contract/storybook-exports.ts'
import type { Tx } from '../../db/actor.ts'

/** A disk that cannot be read any more may cost a book all of its pictures; nobody reads a longer list. */
const TOLD = 200

type Story = { id: string; title: string }

/**
 * What a file of a book had to be made without, in the book's order, as it is told to the owner.
 *
 * @param ids those of the pictures and of the recordings that could not be found or read
 */
export async function tellLeftOut(
  tx: Tx,
  userId: string,
  ids: ReadonlySet<string>,
  { pages, stories }: { pages: readonly BookPage[]; stories: readonly Story[] },
): Promise<LeftOut[]> {
  if (ids.size === 0) return []
  const files = await tx
    .selectFrom('media')
    .where('user_id', '=', userId)
    .where('id', 'in', [...ids])
    .select(['id', 'caption', 'file_name as fileName'])
    .execute()
  const names = new Map(files.map(({ id, caption, fileName }) => [id, caption || fileName]))
  const titles = new Map(stories.map(({ id, title }) => [id, title]))

  const told = new Map<string, LeftOut>()
  let chapter = ''
  for (const { storyId, content } of pages) {
    if (content.kind === 'chapter') chapter = content.title
    const story = content.kind === 'cover' ? '' : (titles.get(storyId ?? '') ?? chapter)
    const remember = (kind: LeftOut['kind'], id: string | null | undefined) => {
      if (id && ids.has(id)) told.set(`${storyId} ${id}`, { kind, name: names.get(id) ?? '', story })
    }
    if ('pictureId' in content) remember('picture', content.pictureId)
    if (content.kind === 'text')
      for (const { voice } of content.passages) remember('voice', voice?.recordingId)
  }
  return [...told.values()].slice(0, TOLD)
}
