import type { PageDraft, PassageDraft } from '#contract/book-material.ts'
import { counterpartOf, type OldPage, saidBy } from './counterpart.ts'

/** A page at its place: a new one, or an old one that somebody edited. */
export type Mixed<Old> = { draft: PageDraft } | { stays: Old }

/**
 * The new pages of a group with each edited old page in place of what it says; where nothing of that is left, at its old place. A
 * new page of which the edited one says only a part keeps the rest, because the words of a story may be divided over the pages
 * differently than before.
 */
export function mixedPages<Old extends OldPage>(
  drafts: readonly PageDraft[],
  old: readonly Old[],
  stays: (page: Old) => boolean,
): Mixed<Old>[] {
  let result: Mixed<Old>[] = drafts.map((draft) => ({ draft }))
  for (const [at, page] of old.entries()) {
    if (!stays(page)) continue
    const said = saidBy(page, old, drafts)
    const counterpart = counterpartOf(page, old, drafts)
    const isReplaced = (one: Mixed<Old>) =>
      'draft' in one && (one.draft === counterpart || passagesOf(one.draft).some((each) => said.has(each)))
    // Of two edited pages that were made of the same, the second replaces nothing.
    const place = result.findIndex(isReplaced)
    if (place < 0) result.splice(Math.min(at, result.length), 0, { stays: page })
    else {
      result = result.flatMap((one, index) => {
        if (!('draft' in one) || !isReplaced(one)) return [one]
        const [before, behind] = restOf(one.draft, said)
        return index === place ? [...before, { stays: page }, ...behind] : [...before, ...behind]
      })
    }
  }
  return result
}

const passagesOf = ({ content }: PageDraft): readonly PassageDraft[] =>
  content.kind === 'text' ? content.passages : []

/** What is left of a page before and behind what is said elsewhere. A quote goes: its sentence may be among what is said there. */
function restOf(
  draft: PageDraft,
  said: ReadonlySet<PassageDraft>,
): [{ draft: PageDraft }[], { draft: PageDraft }[]] {
  const own = passagesOf(draft).filter(({ kind }) => kind !== 'quote')
  const first = own.findIndex((passage) => said.has(passage))
  const page = (passages: PassageDraft[]) =>
    passages.length === 0 ? [] : [{ draft: { ...draft, content: { kind: 'text' as const, passages } } }]
  return [
    page(own.slice(0, Math.max(first, 0))),
    page(own.slice(Math.max(first, 0)).filter((one) => !said.has(one))),
  ]
}
