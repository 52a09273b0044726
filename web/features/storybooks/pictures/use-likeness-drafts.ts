import { useState } from 'react'
import type { Likeness } from '#contract/book-pictures.ts'

type Save = (said: { familyMemberId: string; description: string }) => Promise<unknown>

/** How people look, as somebody types it. What is not saved stays, also while the dialog is closed. */
export function useLikenessDrafts(people: readonly Likeness[], save: Save) {
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({})
  const textOf = ({ familyMemberId, description }: Likeness) => drafts[familyMemberId] ?? description
  const isUnsaved = (person: Likeness) => textOf(person).trim() !== person.description

  const saveOne = async (person: Likeness) => {
    const { familyMemberId } = person
    const description = textOf(person)
    await save({ familyMemberId, description })
    // What was typed on meanwhile is a draft still.
    setDrafts(({ [familyMemberId]: now, ...others }) =>
      now === undefined || now === description ? others : { ...others, [familyMemberId]: now },
    )
  }
  return {
    textOf,
    isUnsaved,
    type: ({ familyMemberId }: Likeness, text: string) =>
      setDrafts((before) => ({ ...before, [familyMemberId]: text })),
    saveOne,
    /** Saves what is not saved yet, one after another. @throws what saving throws; the rest stays a draft */
    saveAll: async () => {
      for (const person of people.filter(isUnsaved)) await saveOne(person)
    },
  }
}
