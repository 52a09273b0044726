import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { client, orpc } from '../../lib/rpc.ts'
import { Alert } from '../../ui/alert.tsx'
import { toastSuccess } from '../../ui/toast.tsx'
import { sharingSentence } from './limit-sentence.ts'

const kept = 'kinora.invitation'
/** So long somebody has to sign up; whoever uses this device later signs up for themselves. */
const KEPT_MS = 24 * 3_600_000

/** Remembers on this device which invitation somebody signs up for, also over the mail that confirms their address. */
export function keepInvitation(token: string): void {
  localStorage.setItem(kept, `${Date.now()} ${token}`)
}

function keptInvitation(): string | null {
  const [since, token = null] = localStorage.getItem(kept)?.split(' ') ?? []
  return Date.now() - Number(since) < KEPT_MS ? token : null
}

/** Turns an invitation into access and leads to what it is to. */
export function useAcceptInvitation() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => client.sharing.accept({ token }),
    onSuccess: async ({ resourceId }) => {
      localStorage.removeItem(kept)
      toastSuccess('Access granted')
      await queries.invalidateQueries({ queryKey: orpc.sharing.key() })
      await navigate({ to: '/app/stories/$storyId', params: { storyId: resourceId } })
    },
  })
}

/** On the first page after signing up: the invitation that led there becomes access. */
export function WaitingInvitation() {
  const [token] = useState(keptInvitation)
  const { mutate, isError, error } = useAcceptInvitation()

  useEffect(() => {
    if (token === null) return
    // One try: what is refused once is refused for good, and the letter itself still works.
    localStorage.removeItem(kept)
    mutate(token)
  }, [token, mutate])

  return isError ? <Alert>{sharingSentence(error)}</Alert> : null
}
