import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { FamilyMember } from '#contract/family-members.ts'
import { kinOf, relationshipInWords } from '#contract/kinship.ts'
import { lifeOf, nameOf } from '#contract/person-name.ts'
import { EditMemberDialog, RemoveMemberDialog } from '../features/family/member-dialogs.tsx'
import { PersonFacts } from '../features/family/person-facts.tsx'
import { PersonRelatives } from '../features/family/person-relatives.tsx'
import { PersonStories } from '../features/family/person-stories.tsx'
import { Portrait } from '../features/family/portrait.tsx'
import { useFamilyTree } from '../features/family/use-family.ts'
import { sentenceOf } from '../lib/errors.ts'
import { orpc } from '../lib/rpc.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const route = getRouteApi('/app/family/$memberId')

/** One person of the family: who they are, whom they belong to, what they tell. */
export function PersonPage() {
  const { memberId } = route.useParams()
  const member = useQuery(orpc.familyMembers.get.queryOptions({ input: { id: memberId } }))

  return (
    <>
      <BackLink to="/app/family" className="mb-4">
        Back to Family
      </BackLink>
      {member.isPending ? <Skeleton className="h-72" /> : null}
      {member.isError && !member.data ? (
        <>
          <h1 className="sr-only">Family</h1>
          <ErrorPanel
            title="Failed to load family members"
            sentence={sentenceOf(member.error)}
            onRetry={() => member.refetch()}
          />
        </>
      ) : null}
      {member.data ? <Person key={member.data.id} member={member.data} /> : null}
    </>
  )
}

function Person({ member }: { member: FamilyMember }) {
  const tree = useFamilyTree()
  const navigate = useNavigate()
  const [isEditing, setEditing] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const name = nameOf(member)
  const kin = tree.data ? kinOf(tree.data.people, tree.data.connections) : null
  const relation = kin && tree.data ? relationshipInWords(kin, tree.data.selfId, member.id) : null
  const said = member.relationship === 'Other' ? '' : `Your ${member.relationship.toLowerCase()}`
  const about = member.isSelf ? 'This is you' : (relation && `Your ${relation}`) || said

  return (
    <div className="flex flex-col gap-6">
      <title>{`${name} · Kinora`}</title>
      <header className="flex flex-col gap-6 sm:flex-row sm:items-center">
        <Portrait person={member} size="xl" />
        <div className="min-w-0 flex-1">
          <h1
            dir="auto"
            className="font-story text-2xl font-semibold wrap-anywhere sm:text-3xl"
            tabIndex={-1}
          >
            {name}
          </h1>
          <p className="mt-2 text-muted">{[about, lifeOf(member)].filter(Boolean).join(' · ')}</p>
          <div className="mt-5 flex flex-wrap gap-3">
            <Button variant="outline" onClick={() => setEditing(true)}>
              <Pencil size={20} aria-hidden="true" />
              Edit
            </Button>
            {member.isSelf || member.isPlaceholder ? null : (
              <Button variant="ghost" onClick={() => setRemoving(true)}>
                <Trash2 size={20} aria-hidden="true" />
                Remove
              </Button>
            )}
          </div>
        </div>
      </header>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <PersonFacts member={member} />
        {tree.data ? (
          <PersonRelatives tree={tree.data} memberId={member.id} />
        ) : (
          <Skeleton className="h-64" />
        )}
      </div>
      {member.isPlaceholder ? null : (
        <PersonStories memberId={member.id} firstName={member.firstName || name} />
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
