import type { PageDraft } from '#contract/book-material.ts'
import type { BookVoice, PageContent } from '#contract/book-pages.ts'

type Draft = PageDraft['content']

/**
 * The new page that says what an edited page was made of, so that the edited one stands in its place: the page of the same picture,
 * or of the same stretches of a recording. Only words that nobody spoke have nothing to be found by but how many pages of their kind
 * come before them.
 *
 * @param before how many of the old pages before the edited one are of its kind
 */
export function counterpartOf(
  edited: PageContent,
  before: number,
  drafts: readonly PageDraft[],
): PageDraft | undefined {
  const alike = drafts.filter(({ content }) => isSameKind(content, edited))
  if (edited.kind === 'photo') {
    return alike.find(({ content }) => content.kind === 'photo' && content.pictureId === edited.pictureId)
  }
  const voices = voicesOf(edited)
  if (voices.length > 0) return mostOf(alike, ({ content }) => sharedMs(voices, voicesOf(content)))
  return mostOf(alike, ({ content }) => sharedLetters(edited, content)) ?? alike[before]
}

/**
 * Pages of told words and pages of a written chapter count as different kinds, because they are not the same text: an edited
 * page of the one does not replace a page of the other.
 */
export function isSameKind(one: Draft, other: Draft): boolean {
  if (one.kind !== 'text' || other.kind !== 'text') return one.kind === other.kind
  return isWritten(one) === isWritten(other)
}

const isWritten = ({ passages }: Extract<Draft, { kind: 'text' }>) =>
  passages.some(({ sentences }) => sentences !== undefined)

/** The page with the most of something; undefined where none has any. */
function mostOf(pages: readonly PageDraft[], amountIn: (page: PageDraft) => number): PageDraft | undefined {
  const amounts = pages.map((page) => ({ page, amount: amountIn(page) })).filter(({ amount }) => amount > 0)
  return amounts.toSorted((one, other) => other.amount - one.amount)[0]?.page
}

const passagesOf = (content: Draft) => (content.kind === 'text' ? content.passages : [])

/** What a page's own words rest on. A quote may repeat a sentence, and says nothing of where its page comes from. */
const voicesOf = (content: Draft): BookVoice[] =>
  passagesOf(content).flatMap(({ kind, voice }) => (kind === 'quote' || voice === null ? [] : voice))

function sharedMs(some: readonly BookVoice[], others: readonly BookVoice[]): number {
  const shared = some.flatMap((one) =>
    others
      .filter(({ recordingId }) => recordingId === one.recordingId)
      .map((other) => Math.min(one.endMs, other.endMs) - Math.max(one.startMs, other.startMs)),
  )
  return shared.reduce((sum, ms) => sum + Math.max(ms, 0), 0)
}

function sharedLetters(one: Draft, other: Draft): number {
  const texts = new Set(passagesOf(one).map(({ text }) => text))
  return passagesOf(other).reduce((sum, { text }) => sum + (texts.has(text) ? text.length : 0), 0)
}
