import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isPassing } from '../../lib/errors.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { useStillHere } from '../../lib/still-here.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { toastSuccess } from '../../ui/toast.tsx'
import { forgetInvitation } from './kept-invitation.ts'
import { sharingSentence } from './limit-sentence.ts'
import { pageOfResource } from './resource-words.ts'

/** Mutation that accepts an invitation and navigates to the shared thing. */
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

/** On the first page after signing up: accepts the invitation that led there, and offers a retry if the connection fails. */
export function WaitingInvitation({ token }: { token: string }) {
  const { mutate, isPending, isError, error } = useAcceptInvitation()

  useEffect(() => {
    // Forgotten right away, so that it does not apply to the next user of this device. A
    // refusal is final, and the letter's own link still works.
    forgetInvitation()
    mutate(token)
  }, [token, mutate])

  // The error is kept during a retry, so that the button stays and keeps the focus.
  const [failure, setFailure] = useState<Error | null>(null)
  if (isError && error !== failure) setFailure(error)
  if (failure === null) return null
  return (
    <div className="flex flex-col items-start gap-4">
      <Alert>{sharingSentence(failure)}</Alert>
      {isPassing(failure) ? (
        <Button variant="secondary" busy={isPending} onClick={() => mutate(token)}>
          Try again
        </Button>
      ) : null}
    </div>
  )
}
