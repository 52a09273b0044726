import { type ReactNode, useEffect } from 'react'
import { sentenceOf, situationOf } from '../../lib/errors.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PlanOf } from '../../ui/plan-limit.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toastError } from '../../ui/toast.tsx'
import { AddPerson } from './add-person.tsx'
import { PeopleWithAccess } from './people-with-access.tsx'
import { type SharedResource, useSharing } from './use-sharing.ts'
import { WaitingLetters } from './waiting-letters.tsx'

export type SharingOptionsProps = {
  resource: SharedResource
  /** A link back to the shared thing. */
  back: ReactNode
  /** The field that asks for the name that others will see. */
  name: ReactNode
  /** Shown if the thing does not exist or this person may not share it. */
  unknown: ReactNode
}

/** Manages who may see, change and share one thing. */
export function SharingOptions({ resource, back, name, unknown }: SharingOptionsProps) {
  const sharing = useSharing(resource)
  const situation = sharing.isError ? situationOf(sharing.error) : null
  const isMissing = situation === 'NOT_FOUND' || situation === 'BAD_REQUEST' || situation === 'FORBIDDEN'

  useEffect(() => {
    if (sharing.isLoadingError && !isMissing) toastError('Error loading shared users')
  }, [sharing.isLoadingError, isMissing])

  if (isMissing) return unknown
  if (sharing.isPending) return <SharingSkeleton />
  if (!sharing.data) {
    return (
      <>
        <h1 className="sr-only">Sharing Options</h1>
        <ErrorPanel
          title="Who it is shared with could not be loaded"
          sentence={sentenceOf(sharing.error)}
          onRetry={() => sharing.refetch()}
        />
      </>
    )
  }

  const { title, role, people, invitations } = sharing.data
  return (
    <div className="mx-auto max-w-[53.75rem]">
      {back}
      <PageHeader
        title="Sharing Options"
        subtitle={
          <>
            Who may see “<bdi className="wrap-anywhere">{title}</bdi>”, and who may change it.
          </>
        }
      />
      <PlanOf isOwn={role === 'owner'}>
        <div className="flex flex-col gap-6">
          {name}
          <AddPerson resource={resource} />
          <PeopleWithAccess resource={resource} people={people} />
          <WaitingLetters resource={resource} invitations={invitations} />
        </div>
      </PlanOf>
    </div>
  )
}

function SharingSkeleton() {
  return (
    <div role="status" className="mx-auto flex max-w-[53.75rem] flex-col gap-6">
      <h1 className="sr-only">Sharing Options are being loaded</h1>
      <Skeleton className="h-12 w-72" />
      <Skeleton className="h-56" />
      <Skeleton className="h-40" />
    </div>
  )
}
