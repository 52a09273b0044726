import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { mergeOrders } from '#contract/merge-orders.ts'
import type { Playlist, Prompt, WholePlaylist } from '#contract/prompts.ts'
import { afterwards } from '../../lib/afterwards.ts'
import { sentenceOf, situationOf } from '../../lib/errors.ts'
import { client } from '../../lib/rpc.ts'
import { toastError } from '../../ui/toast.tsx'
import { focusHeading } from '../../ui/use-opener.ts'
import { usePromptActions } from './use-prompts.ts'

type Order = { seen: WholePlaylist; promptIds: string[] }
/** A question that was removed, and its former position. */
type Taken = { prompt: Prompt; at: number }

/** Reorders a playlist of one's own in place, and removes questions in such a way that they can be put back. */
export function useArranging(playlist: WholePlaylist) {
  const { renew } = usePromptActions()
  const [takenOut, setTakenOut] = useState<Taken | null>(null)
  const save = useMutation({
    // The playlist is captured at the time of the press, since the mutation may have to wait its turn: compared with
    // a newer version, its order would bring back a question just removed.
    mutationFn: ({ seen, promptIds }: Order) => saveOrder(seen, promptIds),
    // Serialised, so that a quick second press never overtakes the first.
    scope: { id: `order of ${playlist.id}` },
    onError: () => toastError('Failed to update playlist'),
    onSettled: afterwards(renew),
  })

  const without = ({ id }: Prompt) => playlist.promptIds.filter((other) => other !== id)
  const takeOut = (prompt: Prompt) =>
    save.mutate(
      { seen: playlist, promptIds: without(prompt) },
      { onSuccess: () => setTakenOut({ prompt, at: playlist.promptIds.indexOf(prompt.id) }) },
    )
  const putBack = ({ prompt, at }: Taken) =>
    save.mutate(
      { seen: playlist, promptIds: without(prompt).toSpliced(at, 0, prompt.id) },
      {
        onSuccess: () => {
          focusHeading()
          setTakenOut(null)
        },
      },
    )

  return {
    arrange: (promptIds: string[]) => save.mutateAsync({ seen: playlist, promptIds }),
    takeOut,
    taken: takenOut ? { prompt: takenOut.prompt, putBack: () => putBack(takenOut) } : null,
    failure: save.isError ? sentenceOf(save.error) : null,
  }
}

/** Saves an order, merged with concurrent changes. */
async function saveOrder(playlist: WholePlaylist, promptIds: string[]): Promise<Playlist> {
  const { id, version } = playlist
  try {
    return await client.prompts.updatePlaylist({ id, version, promptIds })
  } catch (error) {
    if (situationOf(error) !== 'CONFLICT') throw error
    const theirs = await client.prompts.playlist({ id })
    const both = mergeOrders(playlist.promptIds, promptIds, theirs.promptIds)
    return client.prompts.updatePlaylist({ id, version: theirs.version, promptIds: both })
  }
}
