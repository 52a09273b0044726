/**
 * Takes pictures of a book's chapters, and of the pictures drawn for it.
 *
 *   npm run build && node e2e/looks/take-books.ts [--only picture] [--out test-results/looks] [--widths 390]
 */
import { bookLooks } from './book-pages.ts'
import { furnishBook, write } from './book-world.ts'
import { takeWithModels } from './take-with-models.ts'

await takeWithModels({
  answer: write,
  settings: { AI_IMAGE_MODEL: 'painter' },
  looksOf: async (world, person) => bookLooks(await furnishBook(world, person)),
})
