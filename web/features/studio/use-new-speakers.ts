import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../lib/errors.ts'
import { useIdForWords } from '../../lib/id-for-words.ts'
import { orpc } from '../../lib/rpc.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { splitSpeakerName } from './speakers.ts'

/** Somebody who speaks here and could not be added to the family; `add` tries it once more. */
export type MissedSpeaker = { name: string; sentence: string; add: () => Promise<void> }

export type NewSpeakers = { add: (name: string) => void; missed: MissedSpeaker[] }

/**
 * Adds who speaks to the family as well. Those for whom that failed stay told of as long as the studio is open: the dialog in which
 * they were named may be closed by then. Only where it is, the message over the page says why.
 */
export function useNewSpeakers(isShown: boolean): NewSpeakers {
  const { idFor, made } = useIdForWords()
  const [missed, setMissed] = useState<MissedSpeaker[]>([])
  const { mutateAsync } = useMutation({
    ...orpc.familyMembers.create.mutationOptions(),
    onSuccess: () => {
      made()
      toastSuccess('Speaker added')
    },
    onError: (error) => toastError('Failed to add family member', isShown ? undefined : sentenceOf(error)),
  })

  const add = (name: string) => {
    const words = splitSpeakerName(name)
    // Whoever takes the name out again after a lost answer, and adds it once more, means the same person.
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
