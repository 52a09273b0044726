import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../lib/errors.ts'
import { useIdForWords } from '../../lib/id-for-words.ts'
import { client } from '../../lib/rpc.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { isInFamily, splitSpeakerName } from './speakers.ts'

/** A speaker who could not be added to the family; `add` tries again. */
export type MissedSpeaker = { name: string; sentence: string; add: () => Promise<void> }

type NewSpeaker = { id: string; firstName: string; lastName: string; relationship: 'Other' }

export type NewSpeakers = { add: (name: string) => void; missed: MissedSpeaker[] }

/**
 * Adds new speakers to the family as well, unless somebody of that name is there. Failures stay listed as long as the studio is open,
 * because the dialog in which the speaker was named may be closed by then. The toast gives the reason only if that dialog is closed;
 * otherwise the list in it does.
 */
export function useNewSpeakers(isShown: boolean): NewSpeakers {
  const { idFor, made } = useIdForWords()
  const [missed, setMissed] = useState<MissedSpeaker[]>([])
  const { mutateAsync } = useMutation({
    mutationFn: async (member: NewSpeaker) => {
      const { people } = await client.family.tree()
      if (!isInFamily(people, member)) await client.familyMembers.create(member)
    },
    onSuccess: () => {
      made()
      toastSuccess('Speaker added')
    },
    onError: (error) => toastError('Failed to add family member', isShown ? undefined : sentenceOf(error)),
  })

  const add = (name: string) => {
    const words = splitSpeakerName(name)
    // The id depends on the name, so that a retry after a lost answer, even after removing and re-entering the name, creates nobody twice.
    const member = { id: idFor(words), relationship: 'Other', ...words } as const
    const others = (all: MissedSpeaker[]) => all.filter((one) => one.name !== name)
    const attempt = () =>
      mutateAsync(member).then(
        () => setMissed(others),
        (error) => setMissed((all) => [...others(all), { name, sentence: sentenceOf(error), add: attempt }]),
      )
    setMissed(others)
    return attempt()
  }
  return { add, missed }
}
