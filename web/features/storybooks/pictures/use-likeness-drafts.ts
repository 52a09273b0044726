import type { Likeness } from '#contract/book-pictures.ts'
import { useWatched } from '../../../lib/use-watched.ts'
import { changeDraft, draftsOf } from './likeness-drafts.ts'

/** How people look, as somebody types it. What is not saved stays, also while the dialog is closed. */
export function useLikenessDrafts(
  storybookId: string,
  people: readonly Likeness[],
  save: (familyMemberId: string) => Promise<unknown>,
) {
  const store = draftsOf(storybookId)
  const drafts = useWatched(store)
  const textOf = ({ familyMemberId, description }: Likeness) => drafts[familyMemberId]?.text ?? description
  const isUnsaved = (person: Likeness) => textOf(person).trim() !== person.description
  /** What others have said meanwhile, while nobody has decided. */
  const theirsOf = ({ familyMemberId }: Likeness) => drafts[familyMemberId]?.theirs ?? null
  const isUndecided = (person: Likeness) => theirsOf(person) !== null
  /** One after another. @throws what saving throws; the rest stays a draft */
  const saveThese = async (these: readonly Likeness[]) => {
    for (const { familyMemberId } of these) await save(familyMemberId)
  }

  return {
    textOf,
    isUnsaved,
    theirsOf,
    isAnyUndecided: people.some(isUndecided),
    type: ({ familyMemberId, description }: Likeness, text: string) => {
      const { was = description, theirs = null } = store.get()[familyMemberId] ?? {}
      changeDraft(store, familyMemberId, { text, was, theirs })
    },
    /** Whoever saves has read what others said, which gives way. */
    saveOne: (person: Likeness) => saveThese([person]),
    saveAll: () => saveThese(people.filter(isUnsaved)),
    /** Of whoever only goes on: what others said does not give way to words of somebody who has not decided so. */
    saveDecided: () => saveThese(people.filter((person) => isUnsaved(person) && !isUndecided(person))),
    /** Leaves it at what others said. */
    discardUndecided: () => {
      for (const { familyMemberId } of people.filter(isUndecided)) changeDraft(store, familyMemberId, null)
    },
  }
}
