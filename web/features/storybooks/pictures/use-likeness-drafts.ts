import type { Likeness } from '#contract/book-pictures.ts'
import { useWatched } from '../../../lib/use-watched.ts'
import { changeDraft, draftsOf } from './likeness-drafts.ts'

/** The descriptions of people as they are being typed. Unsaved text is kept, also while the dialog is closed. */
export function useLikenessDrafts(
  storybookId: string,
  people: readonly Likeness[],
  save: (familyMemberId: string) => Promise<unknown>,
) {
  const store = draftsOf(storybookId)
  const drafts = useWatched(store)
  const textOf = ({ familyMemberId, description }: Likeness) => drafts[familyMemberId]?.text ?? description
  const isUnsaved = (person: Likeness) => textOf(person).trim() !== person.description
  /** What others have saved meanwhile, as long as the person has not decided between the two texts. */
  const theirsOf = ({ familyMemberId }: Likeness) => drafts[familyMemberId]?.theirs ?? null
  const isUndecided = (person: Likeness) => theirsOf(person) !== null
  /** Saves one after another. @throws whatever `save` throws; the remaining texts stay drafts */
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
    /** Saves even over what others wrote: whoever presses Save has seen their text. */
    saveOne: (person: Likeness) => saveThese([person]),
    saveAll: () => saveThese(people.filter(isUnsaved)),
    /** For saving without an explicit decision: texts that would overwrite what others wrote are left out. */
    saveDecided: () => saveThese(people.filter((person) => isUnsaved(person) && !isUndecided(person))),
    /** Drops the person's own texts that conflict with what others saved. */
    discardUndecided: () => {
      for (const { familyMemberId } of people.filter(isUndecided)) changeDraft(store, familyMemberId, null)
    },
  }
}
