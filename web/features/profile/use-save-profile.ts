import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Profile } from '#contract/account.ts'
import { keepAnswer } from '../../lib/keep-answer.ts'
import { orpc } from '../../lib/rpc.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'

/**
 * Mutation that saves the profile and updates the cached one; `save` may resolve
 * without having saved, if there is a conflict to be shown.
 */
export function useSaveProfile<Said, Outcome extends { saved: Profile } | object>(
  save: (said: Said) => Promise<Outcome>,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: (outcome) => {
      if (!('saved' in outcome)) return
      toastSuccess('Profile updated successfully')
      return keepAnswer(queries, orpc.account.profile.queryKey(), outcome.saved)
    },
    onError: () => toastError('Failed to update profile'),
  })
}
