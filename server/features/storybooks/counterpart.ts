import type { PageDraft, PassageDraft } from '#contract/book-material.ts'
import { type BookVoice, type PageContent, stretchesOf } from '#contract/book-pages.ts'

type Draft = PageDraft['content']

/** A page as it was laid out before. */
export type OldPage = { content: PageContent; edited: boolean }

/**
 * The new page that an edited page without paragraphs stands in place of: a photograph's is the page of the same picture, any
 * other's is found by how many pages of its kind come before it.
 *
 * @param old all old pages of the group, of which `edited` is one
 */
export function counterpartOf(
  edited: OldPage,
  old: readonly OldPage[],
  drafts: readonly PageDraft[],
): PageDraft | undefined {
  const { content } = edited
  if (content.kind === 'text') return undefined
  const alike = drafts.filter((draft) => draft.content.kind === content.kind)
  if (content.kind === 'photo') {
    return alike.find(
      (draft) => 'pictureId' in draft.content && draft.content.pictureId === content.pictureId,
    )
  }
  const before = old.slice(0, old.indexOf(edited))
  return alike[before.filter((one) => one.content.kind === content.kind).length]
}

/**
 * The new passages that an edited page of text says already: those of the same stretches of a recording, and those that nobody
 * spoke, by their place or their words. One that is not surely said there is left out of them: it is better read twice than lost.
 *
 * @param old all old pages of the group, of which `edited` is one
 */
export function saidBy(
  edited: OldPage,
  old: readonly OldPage[],
  drafts: readonly PageDraft[],
): ReadonlySet<PassageDraft> {
  if (edited.content.kind !== 'text') return new Set()
  const alike = drafts.filter(({ content }) => isWritten(content) === isWritten(edited.content))
  const spoken = ownOf(alike.map(({ content }) => content)).filter((passage) => isTold(passage, edited, old))
  return new Set([...spoken, ...unspokenOn(edited, old, drafts)])
}

/**
 * Pages of told words and pages of a written chapter are not the same text: an edited page of the one does not stand for words of
 * the other.
 */
const isWritten = (content: Draft) =>
  content.kind === 'text' && content.passages.some(({ sentences }) => sentences !== undefined)

/** The passages of pages, without quotes: they repeat a sentence, and say nothing of where their page comes from. */
const ownOf = (contents: readonly Draft[]): PassageDraft[] =>
  contents
    .flatMap((content): readonly PassageDraft[] => (content.kind === 'text' ? content.passages : []))
    .filter(({ kind }) => kind !== 'quote')

/** What each passage of a page rested on before anybody edited it. */
function madeOf(content: PageContent): readonly (readonly BookVoice[])[] {
  if (content.kind !== 'text') return []
  return content.madeOf ?? ownOf([content]).map(stretchesOf)
}

/** A passage that differs from what the page rests on by no more than this is the same: pauses between words, or a time set right. */
const mostMissed = { ms: 1_000, share: 0.1 }

/**
 * Whether a page rests on all of a passage's voice. Where two speak at the same time, the stretch of one can lie within the other's:
 * a passage is not told here if another page's is nearer to it.
 */
function isTold(passage: PassageDraft, edited: OldPage, old: readonly OldPage[]): boolean {
  const stretches = stretchesOf(passage)
  const known = madeOf(edited.content)
  const missed = lengthOf(stretches) - sharedMs(stretches, known.flat())
  if (missed > Math.min(mostMissed.ms, lengthOf(stretches) * mostMissed.share)) return false
  if (stretches.every((one) => known.flat().some((rest) => isAmid(one, rest)))) return false

  const likest = (rests: readonly (readonly BookVoice[])[]) =>
    Math.max(0, ...rests.map((rest) => likeness(stretches, rest)))
  const others = old.filter((page) => page !== edited)
  const untouched = others.filter((page) => !page.edited).map(({ content }) => content)
  const stands = ownOf(untouched).some(
    (other) => other.text === passage.text && likeness(stretches, stretchesOf(other)) === 1,
  )
  return (
    lengthOf(stretches) > 0 &&
    !stands &&
    likest(known) >= likest(others.flatMap((page) => madeOf(page.content)))
  )
}

/** Whether a stretch lies in the middle of another, as what somebody says while another goes on talking. */
const isAmid = (one: BookVoice, other: BookVoice) =>
  one.recordingId === other.recordingId &&
  one.startMs - other.startMs > mostMissed.ms &&
  other.endMs - one.endMs > mostMissed.ms

/** From 0 for stretches that have nothing in common to 1 for the same. */
function likeness(some: readonly BookVoice[], others: readonly BookVoice[]): number {
  const shared = sharedMs(some, others)
  return shared === 0 ? 0 : shared / (lengthOf(some) + lengthOf(others) - shared)
}

const lengthOf = (stretches: readonly BookVoice[]) => sharedMs(stretches, stretches)

/** How long the stretches are that both have; what stretches of one have twice counts once. */
function sharedMs(some: readonly BookVoice[], others: readonly BookVoice[]): number {
  const shared = some.flatMap((one) =>
    others.flatMap((other) => {
      const startMs = Math.max(one.startMs, other.startMs)
      const endMs = Math.min(one.endMs, other.endMs)
      return one.recordingId === other.recordingId && startMs < endMs ? [{ ...one, startMs, endMs }] : []
    }),
  )
  let total = 0
  const reached = new Map<string, number>()
  for (const { recordingId, startMs, endMs } of shared.toSorted((a, b) => a.startMs - b.startMs)) {
    const from = Math.max(startMs, reached.get(recordingId) ?? 0)
    total += Math.max(0, endMs - from)
    reached.set(recordingId, Math.max(endMs, from))
  }
  return total
}

/**
 * The passages without a voice that an edited page says. As long as those of all other pages are still the same and in the same
 * order, they are known by their number, whatever the page says now; otherwise only those whose words nobody changed are known.
 */
function unspokenOn(edited: OldPage, old: readonly OldPage[], drafts: readonly PageDraft[]): PassageDraft[] {
  const now = ownOf(drafts.map(({ content }) => content)).filter(
    (passage) => stretchesOf(passage).length === 0,
  )
  const before = old.flatMap((page) => unspokenOf(page).map((text) => ({ page, text })))
  const isAsBefore =
    now.length === before.length && before.every(({ text }, at) => text === null || text === now[at]?.text)
  if (isAsBefore) return now.filter((_, at) => before[at]?.page === edited)

  const place = before.findIndex(({ page }) => page === edited)
  const left = new Set(now)
  const unspoken = ownOf([edited.content]).filter((passage) => stretchesOf(passage).length === 0)
  return unspoken.flatMap((passage, index) => {
    const same = now.filter((one) => left.has(one) && one.text === passage.text)
    const distance = (one: PassageDraft) => Math.abs(now.indexOf(one) - place - index)
    const [nearest] = same.toSorted((a, b) => distance(a) - distance(b))
    if (nearest) left.delete(nearest)
    return nearest ?? []
  })
}

/** The words of a page that nobody spoke, passage by passage; null where somebody edited them. */
const unspokenOf = ({ content, edited }: OldPage): (string | null)[] =>
  edited
    ? madeOf(content).flatMap((rest) => (rest.length === 0 ? [null] : []))
    : ownOf([content]).flatMap((passage) => (stretchesOf(passage).length === 0 ? [passage.text] : []))
