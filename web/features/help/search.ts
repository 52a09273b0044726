import { textOf } from './article.ts'
import type { HelpArticle } from './topics.ts'

export type HelpHit = {
  article: HelpArticle
  /** The section that the snippet is from; null for what precedes the first heading. */
  part: { id: string; text: string } | null
  snippet: string
}

const SNIPPET = 140

const smallWords = new Set(
  'a an and are can could do does for from get have how i if in is it me my of on or our please should so that the there to was we what when where which who why will with would you your'.split(
    ' ',
  ),
)

/**
 * The articles that contain every word of the question; those with more of them in title and headings come first. Words consist of
 * letters and digits only, because people end a question with its mark, and type other apostrophes than are printed. The small words
 * that a question is made of count only if it has no others.
 */
export function searchHelp(articles: readonly HelpArticle[], question: string): HelpHit[] {
  const all = plain(question).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (all.length === 0) return []
  const telling = all.filter((word) => !smallWords.has(word))
  const words = telling.length > 0 ? telling : all
  return articles
    .flatMap((article) => {
      const found = lookInto(article, words)
      return found ? [found] : []
    })
    .sort((one, other) => other.rank - one.rank)
    .map(({ hit }) => hit)
}

function lookInto(article: HelpArticle, words: string[]): { rank: number; hit: HelpHit } | null {
  const title = plain(article.title)
  const headings = plain(
    article.blocks.flatMap((block) => (block.type === 'heading' ? [block.text] : [])).join(' '),
  )
  const whole = `${title} ${plain(article.blocks.map(textOf).join(' '))}`
  if (!words.every((word) => whole.includes(word))) return null

  const rank = words.reduce(
    (sum, word) => sum + (title.includes(word) ? 4 : 0) + (headings.includes(word) ? 2 : 0) + 1,
    0,
  )
  return { rank, hit: { article, ...bestPlace(article, words) } }
}

/** The block that contains most of the words, the section it is in, and a snippet of it. */
function bestPlace({ blocks }: HelpArticle, words: string[]): Pick<HelpHit, 'part' | 'snippet'> {
  let part: HelpHit['part'] = null
  let best: { count: number; part: HelpHit['part']; text: string } = { count: -1, part: null, text: '' }
  for (const block of blocks) {
    if (block.type === 'heading') part = { id: block.id, text: block.text }
    const text = textOf(block)
    const count = words.filter((word) => plain(text).includes(word)).length
    if (block.type !== 'heading' && count > best.count) best = { count, part, text }
  }
  const at = Math.max(
    0,
    Math.min(...words.map((word) => plain(best.text).indexOf(word)).filter((index) => index >= 0)),
  )
  return { part: best.part, snippet: pieceOf(best.text, Number.isFinite(at) ? at : 0) }
}

function pieceOf(text: string, at: number): string {
  const from = at < SNIPPET / 2 ? 0 : text.lastIndexOf(' ', at - SNIPPET / 3) + 1
  const piece = text.slice(from, from + SNIPPET)
  const end = from + SNIPPET < text.length ? `${piece.slice(0, piece.lastIndexOf(' '))} …` : piece
  return from > 0 ? `… ${end}` : end
}

/** Lower case without accents. Each character keeps its length, so that positions in the result are valid in the text. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/./gsu, (letter) => letter.normalize('NFD').replace(/\p{M}/gu, '') || letter)
}
