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

/** Orders a playlist of one's own where it is shown, and takes questions out so that they can be put back. */
export function useArranging(playlist: WholePlaylist) {
  const { renew } = usePromptActions()
  const [takenOut, setTakenOut] = useState<Prompt | null>(null)
  const save = useMutation({
    mutationFn: (promptIds: string[]) => saveOrder(playlist, promptIds),
    // One after the other: a quick second press is never overtaken by the first.
    scope: { id: `order of ${playlist.id}` },
    onError: (error) => toastError('Failed to update playlist', sentenceOf(error)),
    onSettled: afterwards(renew),
  })

  const takeOut = (prompt: Prompt) =>
    save.mutate(
      playlist.promptIds.filter((id) => id !== prompt.id),
      { onSuccess: () => setTakenOut(prompt) },
    )
  const putBack = (prompt: Prompt) =>
    save.mutate([...playlist.promptIds, prompt.id], {
      onSuccess: () => {
        focusHeading()
        setTakenOut(null)
      },
    })

  return {
    arrange: (promptIds: string[]) => save.mutateAsync(promptIds),
    takeOut,
    taken: takenOut ? { prompt: takenOut, putBack: () => putBack(takenOut) } : null,
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
