import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { FamilyMember } from '#contract/family-members.ts'
import { nameOf } from '#contract/person-name.ts'
import { mayChange, mayManage } from '#contract/rights.ts'
import { EditMemberDialog } from '../features/family/member-dialogs.tsx'
import { PersonFacts } from '../features/family/person-facts.tsx'
import { PersonHeader } from '../features/family/person-header.tsx'
import { PersonStories } from '../features/family/person-stories.tsx'
import { Button } from '../ui/button.tsx'
import { SharePersonLink } from './share-person-link.tsx'

/** A person of another family: their facts and their shared stories, but nobody else of that family's tree. */
export function SharedPerson({ member }: { member: FamilyMember }) {
  const [isEditing, setEditing] = useState(false)
  const owner = member.ownerName || 'somebody'
  const firstName = member.firstName || nameOf(member)

  return (
    <div className="flex flex-col gap-6">
      <PersonHeader
        member={member}
        about={member.relationship === 'Other' ? '' : `${member.relationship} of ${owner}`}
        note={
          <p className="mt-2 text-muted">
            Shared by <bdi className="font-semibold wrap-anywhere">{owner}</bdi>
          </p>
        }
      >
        {mayChange(member.role) ? (
          <Button variant="outline" onClick={() => setEditing(true)}>
            <Pencil size={20} aria-hidden="true" />
            Edit
          </Button>
        ) : null}
        {mayManage(member.role) ? <SharePersonLink memberId={member.id} /> : null}
      </PersonHeader>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <PersonFacts member={member} />
        <PersonStories
          memberId={member.id}
          firstName={firstName}
          none={`No story with ${firstName} is shared with you.`}
        />
      </div>
      <EditMemberDialog
        memberId={isEditing ? member.id : null}
        tree={undefined}
        onClose={() => setEditing(false)}
      />
    </div>
  )
}
