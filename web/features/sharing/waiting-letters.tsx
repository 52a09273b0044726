import { Mail } from 'lucide-react'
import type { Invitation } from '#contract/sharing.ts'
import { formatDate } from '../../lib/format.ts'
import { lastFailure } from '../../lib/last-failure.ts'
import { useSendsMail } from '../../lib/service-settings.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { PaddedCard } from '../../ui/card.tsx'
import { NoMailNote } from '../../ui/no-mail-note.tsx'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { sharingSentence } from './limit-sentence.ts'
import { wordsOfRole } from './role-words.ts'
import { SharingLimit } from './sharing-limit.tsx'
import { type SharedResource, useCancelInvitation, useInvite } from './use-sharing.ts'

export type WaitingLettersProps = { resource: SharedResource; invitations: Invitation[] }

/** Invitations that have not been accepted yet. */
export function WaitingLetters({ resource, invitations }: WaitingLettersProps) {
  if (invitations.length === 0) return null
  return (
    <PaddedCard className="sm:p-8">
      <h2 className="mb-5 text-lg font-bold">Invited by mail</h2>
      <NoMailNote className="mb-5" />
      <ul className="flex flex-col divide-y divide-border">
        {invitations.map((invitation) => (
          <Letter key={invitation.id} resource={resource} invitation={invitation} />
        ))}
      </ul>
    </PaddedCard>
  )
}

function Letter({ resource, invitation }: { resource: SharedResource; invitation: Invitation }) {
  const again = useInvite(resource)
  const cancel = useCancelInvitation(resource)
  const sendsMail = useSendsMail()
  const { id, email, role } = invitation
  const failure = lastFailure(again, cancel)

  return (
    <li className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <span className="flex size-12 items-center justify-center rounded-full bg-tint text-leaf">
          <Mail aria-hidden="true" />
        </span>
        <div className="min-w-0 flex-1 basis-52">
          <p className="font-semibold wrap-anywhere">{email}</p>
          <p className="text-sm text-muted">
            {wordsOfRole(resource.resourceType, role).label}. {stateOf(invitation)}
          </p>
        </div>
        <Button
          variant="outline"
          busy={again.isPending}
          onClick={() =>
            again.mutate(
              { email, role },
              {
                onSuccess: () => toastSuccess(sendsMail ? 'Invitation sent' : 'Invitation written'),
                onError: (error) => toastError('The invitation could not be sent', sharingSentence(error)),
              },
            )
          }
        >
          Send again
          <span className="sr-only"> to {email}</span>
        </Button>
        <Button
          variant="ghost"
          className="text-danger!"
          busy={cancel.isPending}
          onClick={() =>
            cancel.mutate(id, {
              onError: (error) =>
                toastError('The invitation could not be taken back', sharingSentence(error)),
            })
          }
        >
          Take back
          <span className="sr-only"> what was sent to {email}</span>
        </Button>
      </div>
      {failure ? <Alert>{sharingSentence(failure)}</Alert> : null}
      <SharingLimit error={failure} />
    </li>
  )
}

function stateOf({ expiresAt, isExpired, isWorthless }: Invitation): string {
  if (isExpired) return 'They did not open it in time. You can send it again.'
  if (isWorthless) return 'It opens nothing now: whoever sent it may share it no more. You can send it again.'
  return `They can open it until ${formatDate(expiresAt)}.`
}
