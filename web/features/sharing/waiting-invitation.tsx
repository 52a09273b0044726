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

/** On the first page after signing up: the invitation that led there becomes access, also at a second try on a line that breaks. */
export function WaitingInvitation({ token }: { token: string }) {
  const { mutate, isPending, isError, error } = useAcceptInvitation()

  useEffect(() => {
    // Not for who uses this device next. What is refused is refused for good, and the letter itself still works.
    forgetInvitation()
    mutate(token)
  }, [token, mutate])

  // Held while it is tried again, so that the button keeps the focus.
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
