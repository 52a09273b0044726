import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { FamilyMember } from '#contract/family-members.ts'
import { kinOf, relationshipInWords } from '#contract/kinship.ts'
import { nameOf } from '#contract/person-name.ts'
import { mayRemove } from '../features/family/may-remove.ts'
import { EditMemberDialog, RemoveMemberDialog } from '../features/family/member-dialogs.tsx'
import { PersonFacts } from '../features/family/person-facts.tsx'
import { PersonHeader } from '../features/family/person-header.tsx'
import { PersonRelatives } from '../features/family/person-relatives.tsx'
import { PersonStories } from '../features/family/person-stories.tsx'
import { useFamilyTree } from '../features/family/use-family.ts'
import { isUnknown, sentenceOf } from '../lib/errors.ts'
import { orpc } from '../lib/rpc.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { LostPageDrawing } from '../ui/drawings/lost-page.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useGone } from '../ui/unsaved.ts'
import { SharePersonLink } from './share-person-link.tsx'
import { SharedPerson } from './shared-person.tsx'

const route = getRouteApi('/app/family/$memberId')

/** One person: their facts, their relatives, and their stories. */
export function PersonPage() {
  const { memberId } = route.useParams()
  const member = useQuery(orpc.familyMembers.get.queryOptions({ input: { id: memberId } }))
  // Somebody who has lost access to a person must not go on seeing the cached data, unless they are in the middle of editing it.
  const isGone = useGone(member.isError && isUnknown(member.error), member.data)
  const found = isGone ? undefined : member.data

  return (
    <>
      {/* Also once they are not shared any more: the own family does not have them. */}
      {member.data && member.data.role !== 'owner' ? (
        <BackLink to="/app/shared" className="mb-4">
          Back to Shared with me
        </BackLink>
      ) : (
        <BackLink to="/app/family" className="mb-4">
          Back to Family
        </BackLink>
      )}
      {member.isPending ? <Skeleton className="h-72" /> : null}
      {isGone ? (
        <>
          <title>Person not found · Kinora</title>
          <EmptyState
            heading="h1"
            drawing={<LostPageDrawing />}
            title="Person not found"
            sentence="They may have been removed from the tree, or are not shared with you any more."
          />
        </>
      ) : null}
      {member.isError && !isGone && !found ? (
        <>
          <h1 className="sr-only">Family</h1>
          <ErrorPanel
            title="Failed to load family members"
            sentence={sentenceOf(member.error)}
            onRetry={() => member.refetch()}
          />
        </>
      ) : null}
      {found ? <Person key={found.id} member={found} /> : null}
    </>
  )
}

const Person = ({ member }: { member: FamilyMember }) =>
  member.role === 'owner' ? <OwnPerson member={member} /> : <SharedPerson member={member} />

function OwnPerson({ member }: { member: FamilyMember }) {
  const tree = useFamilyTree()
  const navigate = useNavigate()
  const [isEditing, setEditing] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const kin = tree.data ? kinOf(tree.data.people, tree.data.connections) : null
  const relation = kin && tree.data ? relationshipInWords(kin, tree.data.selfId, member.id) : null
  const said = member.relationship === 'Other' ? '' : `Your ${member.relationship.toLowerCase()}`
  const about = member.isSelf ? 'This is you' : (relation && `Your ${relation}`) || said
  const firstName = member.firstName || nameOf(member)

  return (
    <div className="flex flex-col gap-6">
      <PersonHeader member={member} about={about}>
        <Button variant="outline" onClick={() => setEditing(true)}>
          <Pencil size={20} aria-hidden="true" />
          Edit
        </Button>
        {member.isSelf || member.isPlaceholder ? null : <SharePersonLink memberId={member.id} />}
        {mayRemove(member, tree.data) ? (
          <Button variant="ghost" className="ms-auto text-danger!" onClick={() => setRemoving(true)}>
            <Trash2 size={20} aria-hidden="true" />
            Remove
          </Button>
        ) : null}
      </PersonHeader>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <PersonFacts member={member} />
        {tree.isPending ? <Skeleton className="h-64" /> : null}
        {tree.data ? <PersonRelatives tree={tree.data} memberId={member.id} /> : null}
        {tree.isLoadingError ? (
          <ErrorPanel
            title="Their family could not be loaded"
            sentence={sentenceOf(tree.error)}
            onRetry={() => tree.refetch()}
          />
        ) : null}
      </div>
      {member.isPlaceholder ? null : (
        <PersonStories
          memberId={member.id}
          firstName={firstName}
          none={`No story names ${firstName} yet. Whoever speaks in a recording under this name appears here.`}
        />
      )}
      <EditMemberDialog
        memberId={isEditing ? member.id : null}
        tree={tree.data}
        onClose={() => setEditing(false)}
      />
      <RemoveMemberDialog
        person={isRemoving ? member : null}
        onClose={() => setRemoving(false)}
        onRemoved={() => navigate({ to: '/app/family' })}
      />
    </div>
  )
}
