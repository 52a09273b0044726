import { type RawBuilder, sql } from 'kysely'

/**
 * SQL for a text that differs after every change of a book's words, pages or pictures: laying the book out again or renaming it
 * increments the book's version, and every other change increments the version of a page.
 */
export const bookState = (userId: string, bookId: string): RawBuilder<string> => sql<string>`(
  select book.version || '.' || coalesce(sum(page.version), 0)
  from public.storybooks book
  left join public.storybook_pages page on page.user_id = book.user_id and page.storybook_id = book.id
  where book.user_id = ${userId} and book.id = ${bookId}
  group by book.version
)`
