/**
 * Takes pictures of what needs a transcript: proposals, suggestions, and search results of every kind.
 *
 *   npm run build && node e2e/looks/take-talk.ts [--only search] [--out test-results/looks] [--widths 390]
 */
import { takeWithModels } from './take-with-models.ts'
import { talkLooks } from './talk-pages.ts'
import { answer, furnishTalk } from './talk-world.ts'

await takeWithModels({
  answer,
  looksOf: async (world, person) => talkLooks(await furnishTalk(world, person)),
})
