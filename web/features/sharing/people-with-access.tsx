import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import type { SharedRole } from '#contract/rights.ts'
import type { SharedPerson } from '#contract/sharing.ts'
import { Alert } from '../../ui/alert.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { PaddedCard } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { sharingSentence } from './limit-sentence.ts'
import { RoleSelect } from './role-select.tsx'
import { wordsOfRole } from './role-words.ts'
import { SharingLimit } from './sharing-limit.tsx'
import { type SharedResource, useRevoke, useSetRole } from './use-sharing.ts'

/** The people with access; their roles can be changed and revoked. */
export function PeopleWithAccess({ resource, people }: { resource: SharedResource; people: SharedPerson[] }) {
  const [leaving, setLeaving] = useState<SharedPerson | null>(null)
  const revoke = useRevoke(resource)

  // Not in callbacks of `mutate`, which would be lost: whoever gives up their own access loses this page before the answer arrives.
  const take = (id: string) =>
    revoke.mutateAsync(id).then(
      () => {
        toastSuccess('Access revoked')
        setLeaving(null)
      },
      (error) => toastError('Error removing user', sharingSentence(error)),
    )

  return (
    <PaddedCard className="sm:p-8">
      <h2 className="mb-5 text-lg font-bold">People with access</h2>
      {people.length === 0 ? (
        <p className="text-muted">It is not shared with anybody by name yet.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-border">
          {people.map((person) => (
            <PersonRow
              key={person.id}
              resource={resource}
              person={person}
              onRemove={() => setLeaving(person)}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={() => setLeaving(null)}
        {...(leaving?.isYou ? ownEnd : endOf(leaving?.name || 'them'))}
        busy={revoke.isPending}
        error={revoke.isError ? sharingSentence(revoke.error) : null}
        onConfirm={() => leaving && take(leaving.id)}
      />
    </PaddedCard>
  )
}

const endOf = (name: string) => ({
  title: `Stop sharing it with ${name}?`,
  description:
    'From that moment they cannot see it any more. You can share it with them again whenever you like.',
  confirmLabel: 'Stop sharing',
})

const ownEnd = {
  title: 'Give up your own access?',
  description:
    'From that moment you cannot see it any more, and cannot bring it back yourself. Whoever keeps it can share it with you again.',
  confirmLabel: 'Give it up',
}

type PersonRowProps = { resource: SharedResource; person: SharedPerson; onRemove: () => void }

function PersonRow({ resource, person, onRemove }: PersonRowProps) {
  const setRole = useSetRole(resource)
  const { id, email, role, isYou } = person
  // Who signed up by phone may have neither a name nor an address.
  const name = person.name || 'Somebody'
  // Nobody can take back by themselves that they may share no more, and one press of an arrow key chooses another role.
  const [asked, setAsked] = useState<SharedRole | null>(null)
  const ask = (chosen: SharedRole) => {
    setRole.reset()
    setAsked(chosen)
  }
  const change = (chosen: SharedRole) =>
    setRole.mutateAsync({ id, role: chosen }).then(
      () => {
        toastSuccess('Role updated')
        setAsked(null)
      },
      (error) => toastError('Error updating role', sharingSentence(error)),
    )

  return (
    <li className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar name={name} />
        <div className="min-w-0 flex-1 basis-52">
          <p dir="auto" className="font-semibold wrap-anywhere">
            {name}
            {isYou ? <span className="font-normal text-muted"> (you)</span> : null}
          </p>
          <p className="text-sm wrap-anywhere text-muted">{email}</p>
        </div>
        <RoleSelect
          label={`What ${name} may do`}
          type={resource.resourceType}
          className="w-full sm:w-72"
          value={setRole.isPending ? setRole.variables.role : role}
          busy={setRole.isPending}
          onChange={(chosen) => (isYou ? ask(chosen) : change(chosen))}
        />
        <Button variant="ghost" className="text-danger!" onClick={onRemove}>
          <UserMinus size={20} aria-hidden="true" />
          Remove
          <span className="sr-only">{name}</span>
        </Button>
      </div>
      {setRole.isError && asked === null ? <Alert>{sharingSentence(setRole.error)}</Alert> : null}
      <SharingLimit error={setRole.error} />
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title="Give up sharing it?"
        description={`${asked ? wordsOfRole(resource.resourceType, asked).may : ''} You cannot share it any more then, and cannot take this back yourself. Whoever keeps it can.`}
        confirmLabel="Give it up"
        busy={setRole.isPending}
        error={setRole.isError ? sharingSentence(setRole.error) : null}
        onConfirm={() => asked && change(asked)}
      />
    </li>
  )
}
