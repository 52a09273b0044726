import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import type { SharedPerson } from '#contract/sharing.ts'
import { Alert } from '../../ui/alert.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { PaddedCard } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { sharingSentence } from './limit-sentence.ts'
import { RoleSelect } from './role-select.tsx'
import { SharingLimit } from './sharing-limit.tsx'
import { type SharedResource, useRevoke, useSetRole } from './use-sharing.ts'

/** The people with access; their roles can be changed and revoked. */
export function PeopleWithAccess({ resource, people }: { resource: SharedResource; people: SharedPerson[] }) {
  const [leaving, setLeaving] = useState<SharedPerson | null>(null)
  const revoke = useRevoke(resource)

  const take = (id: string) =>
    revoke.mutate(id, {
      onSuccess: () => {
        toastSuccess('Access revoked')
        setLeaving(null)
      },
      onError: (error) => toastError('Error removing user', sharingSentence(error)),
    })

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
        title={`Stop sharing it with ${leaving?.name ?? ''}?`}
        description="From that moment they cannot see it any more. You can share it with them again whenever you like."
        confirmLabel="Stop sharing"
        busy={revoke.isPending}
        error={revoke.isError ? sharingSentence(revoke.error) : null}
        onConfirm={() => leaving && take(leaving.id)}
      />
    </PaddedCard>
  )
}

type PersonRowProps = { resource: SharedResource; person: SharedPerson; onRemove: () => void }

function PersonRow({ resource, person, onRemove }: PersonRowProps) {
  const setRole = useSetRole(resource)
  const { id, name, email, role, isYou } = person

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
          onChange={(chosen) =>
            setRole.mutate(
              { id, role: chosen },
              {
                onSuccess: () => toastSuccess('Role updated'),
                onError: (error) => toastError('Error updating role', sharingSentence(error)),
              },
            )
          }
        />
        <Button variant="ghost" className="text-danger!" onClick={onRemove}>
          <UserMinus size={20} aria-hidden="true" />
          Remove
          <span className="sr-only">{name}</span>
        </Button>
      </div>
      {setRole.isError ? <Alert>{sharingSentence(setRole.error)}</Alert> : null}
      <SharingLimit error={setRole.error} />
    </li>
  )
}
