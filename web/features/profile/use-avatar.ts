import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Profile } from '#contract/account.ts'
import { goneIsDeleted } from '../../lib/gone.ts'
import { putPortrait } from '../../lib/portrait.ts'
import { readAnew } from '../../lib/read-anew.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { toastSuccess } from '../../ui/toast.tsx'

/**
 * The picture of the profile, which is the portrait of one's own person in the tree. What is removed is gone from the
 * server at once; this page holds on to it for as long as it stays open, to put it back.
 */
export function useAvatar({ id, avatarUrl }: Profile) {
  const queries = useQueryClient()
  const [removed, setRemoved] = useState<Blob | null>(null)
  /** As it was last seen: at a second try, after a lost answer, the server has it no more. */
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
      const picture = avatarUrl === null ? null : await fetch(avatarUrl)
      if (picture?.ok) seen.current = await picture.blob()
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
