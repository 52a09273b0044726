import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Profile } from '#contract/account.ts'
import { goneIsDeleted } from '../../lib/gone.ts'
import { putPortrait } from '../../lib/portrait.ts'
import { readAnew } from '../../lib/read-anew.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { toastSuccess } from '../../ui/toast.tsx'
import { copyPicture } from './copy-picture.ts'

/**
 * The picture of the profile, which is also the portrait of one's own person in the tree. Removing it deletes it from
 * the server at once; this page keeps a copy for as long as it stays open, to restore it.
 */
export function useAvatar({ id, avatarUrl }: Profile) {
  const queries = useQueryClient()
  const [removed, setRemoved] = useState<Blob | null>(null)
  /** The copy from the first attempt: on a retry after a lost answer, the server no longer has the picture. */
  const seen = useRef<Blob | null>(null)
  const changed = async () => {
    toastSuccess('Profile updated successfully')
    await readAnew(queries, orpc.account.profile, orpc.family, orpc.familyMembers)
  }
  const put = useMutation({
    mutationFn: (picture: Blob) => putPortrait(id, picture),
    onSuccess: () => {
      seen.current = null
      setRemoved(null)
      return changed()
    },
  })
  const remove = useMutation({
    mutationFn: async () => {
      seen.current =
        (await copyPicture(avatarUrl, async () => (await client.account.profile()).avatarUrl)) ?? seen.current
      await goneIsDeleted(client.familyMembers.removePortrait({ id }))
      return seen.current
    },
    onSuccess: (kept) => {
      setRemoved(kept)
      return changed()
    },
  })

  return {
    put: (picture: Blob) => {
      remove.reset()
      put.mutate(picture)
    },
    remove: () => {
      put.reset()
      remove.mutate()
    },
    removed,
    isBusy: put.isPending || remove.isPending,
    error: put.error ?? remove.error,
  }
}
