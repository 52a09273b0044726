import { type RawBuilder, sql } from 'kysely'

/**
 * A text that is another one after every change of a book's words, pages and pictures: laying it out anew or renaming it counts up the
 * book, everything else counts up a page.
 */
export const bookState = (userId: string, bookId: string): RawBuilder<string> => sql<string>`(
  select book.version || '.' || coalesce(sum(page.version), 0)
  from public.storybooks book
  left join public.storybook_pages page on page.user_id = book.user_id and page.storybook_id = book.id
  where book.user_id = ${userId} and book.id = ${bookId}
  group by book.version
)`
