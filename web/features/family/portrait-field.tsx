import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { useRef } from 'react'
import type { FamilyMember } from '#contract/family-members.ts'
import { limits } from '#contract/limits.ts'
import { portraitPath } from '#contract/paths.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { fetchAsUser } from '../../lib/request.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { Portrait } from './portrait.tsx'

/** The portrait with the ways to change it. It is kept at once, apart from the rest of the form. */
export function PortraitField({ member }: { member: FamilyMember }) {
  const input = useRef<HTMLInputElement>(null)
  const queries = useQueryClient()
  const changed = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: orpc.family.key() }),
      queries.invalidateQueries({ queryKey: orpc.familyMembers.key() }),
    ])
  const put = useMutation({ mutationFn: (file: File) => sendPortrait(member.id, file), onSuccess: changed })
  const remove = useMutation({
    mutationFn: () => client.familyMembers.removePortrait({ id: member.id }),
    onSuccess: changed,
  })
  const error = put.error ?? remove.error

  return (
    <div className="flex flex-wrap items-center gap-5">
      <Portrait person={member} size="lg" />
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" size="sm" busy={put.isPending} onClick={() => input.current?.click()}>
            <ImageUp size={20} aria-hidden="true" />
            {member.portrait ? 'Change portrait' : 'Add a portrait'}
          </Button>
          {member.portrait ? (
            <Button variant="ghost" size="sm" busy={remove.isPending} onClick={() => remove.mutate()}>
              Remove portrait
            </Button>
          ) : null}
        </div>
        <p className="text-sm text-muted">PNG, JPG up to 10MB</p>
        {error ? (
          <p role="alert" className="text-sm font-semibold text-danger">
            {sentenceOf(error)}
          </p>
        ) : null}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        className="hidden"
        aria-label="Portrait"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) put.mutate(file)
        }}
      />
    </div>
  )
}

/** @throws with the code that the server refused it by; what is too large is not even sent */
async function sendPortrait(memberId: string, file: File): Promise<void> {
  if (file.size > limits.portraitBytes)
    throw Object.assign(new Error('too large'), { code: 'PAYLOAD_TOO_LARGE' })
  const response = await fetchAsUser(portraitPath(memberId), { method: 'PUT', body: file })
  if (response.ok) return
  const { code }: { code?: string } = await response.json().catch(() => ({}))
  throw Object.assign(new Error('refused'), { code: code ?? 'INTERNAL_SERVER_ERROR' })
}
