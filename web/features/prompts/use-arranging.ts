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
/** A question that was taken out, and where it stood. */
type Taken = { prompt: Prompt; at: number }

/** Orders a playlist of one's own where it is shown, and takes questions out so that they can be put back. */
export function useArranging(playlist: WholePlaylist) {
  const { renew } = usePromptActions()
  const [takenOut, setTakenOut] = useState<Taken | null>(null)
  const save = useMutation({
    // What waits for its turn is the order of the list that was seen: of the newer one it would bring back what has just gone.
    mutationFn: ({ seen, promptIds }: Order) => saveOrder(seen, promptIds),
    // One after the other: a quick second press is never overtaken by the first.
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

/** What was changed elsewhere meanwhile is laid together with this order. */
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
