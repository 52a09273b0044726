import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import type { FamilyMember } from '#contract/family-members.ts'
import { goneIsDeleted } from '../../lib/gone.ts'
import { lastFailure } from '../../lib/last-failure.ts'
import { pictureProblem, putPortrait } from '../../lib/portrait.ts'
import { readAnew } from '../../lib/read-anew.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { Portrait } from './portrait.tsx'

/** The portrait, with the buttons to change it. Saved immediately, independently of the rest of the form. */
export function PortraitField({ member }: { member: FamilyMember }) {
  const queries = useQueryClient()
  const changed = () => readAnew(queries, orpc.family, orpc.familyMembers)
  const put = useMutation({ mutationFn: (file: File) => putPortrait(member.id, file), onSuccess: changed })
  const remove = useMutation({
    mutationFn: () => goneIsDeleted(client.familyMembers.removePortrait({ id: member.id })),
    onSuccess: changed,
  })
  const error = lastFailure(put, remove)

  return (
    <div className="flex items-center gap-5">
      <Portrait person={member} size="lg" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex flex-wrap gap-3">
          <FileButton
            variant="outline"
            size="sm"
            busy={put.isPending}
            accept="image/*"
            fileLabel="Portrait"
            onFile={(file) => put.mutate(file)}
          >
            <ImageUp size={20} aria-hidden="true" />
            {member.portrait ? 'Change portrait' : 'Add a portrait'}
          </FileButton>
          {member.portrait ? (
            <Button variant="ghost" size="sm" busy={remove.isPending} onClick={() => remove.mutate()}>
              Remove portrait
            </Button>
          ) : null}
        </div>
        <p className="text-sm text-muted">PNG, JPG up to 10MB</p>
        {error ? (
          <p role="alert" className="text-sm font-semibold text-danger">
            {pictureProblem(error)}
          </p>
        ) : null}
      </div>
    </div>
  )
}
