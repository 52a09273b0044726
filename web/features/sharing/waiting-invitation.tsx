import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { client, orpc } from '../../lib/rpc.ts'
import { useStillHere } from '../../lib/still-here.ts'
import { Alert } from '../../ui/alert.tsx'
import { toastSuccess } from '../../ui/toast.tsx'
import { forgetInvitation } from './kept-invitation.ts'
import { sharingSentence } from './limit-sentence.ts'
import { pageOfResource } from './resource-words.ts'

/** Turns an invitation into access and leads to what it is to. */
export function useAcceptInvitation() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const hereNow = useStillHere()
  return useMutation({
    mutationFn: (token: string) => client.sharing.accept({ token }),
    onMutate: () => ({ isStillHere: hereNow() }),
    onSuccess: async ({ resourceType, resourceId }, _token, { isStillHere }) => {
      forgetInvitation()
      toastSuccess('Access granted')
      await queries.invalidateQueries({ queryKey: orpc.sharing.key() })
      if (isStillHere()) await navigate(pageOfResource(resourceType, resourceId))
    },
  })
}

/** On the first page after signing up: the invitation that led there becomes access. */
export function WaitingInvitation({ token }: { token: string }) {
  const { mutate, isError, error } = useAcceptInvitation()

  useEffect(() => {
    // One try: what is refused once is refused for good, and the letter itself still works.
    forgetInvitation()
    mutate(token)
  }, [token, mutate])

  return isError ? <Alert>{sharingSentence(error)}</Alert> : null
}
