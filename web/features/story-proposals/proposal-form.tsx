import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { nameOf } from '#contract/person-name.ts'
import { type Proposal, proposalText } from '#contract/story-proposals.ts'
import { rewordingOf } from '../../lib/own-rewording.ts'
import { orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { MeanwhileNote } from '../../ui/meanwhile-note.tsx'
import { Select } from '../../ui/select.tsx'
import { useInlineEditor } from '../../ui/use-inline-editor.ts'
import { oneOf } from './words.ts'

/** A person's changes to a proposal: another text, or another person of the family. */
export type Wording = { text?: string; was?: string; familyMemberId?: string | null }

export type ProposalFormProps = {
  proposal: Proposal
  isOwn: boolean
  busy: boolean
  onSave: (wording: Wording) => void
  onCancel: () => void
}

/** Edits the text of a proposal; saving accepts it. */
export function ProposalForm({ proposal, isOwn, busy, onSave, onCancel }: ProposalFormProps) {
  const [begun] = useState(proposal)
  const [text, setText] = useState(proposal.text)
  const [sent, setSent] = useState<readonly string[]>([])
  const [hasTried, setHasTried] = useState(false)
  const [member, setMember] = useState(proposal.familyMemberId)
  const { kind } = proposal
  const { wishToLeave, onKeyDown, question } = useInlineEditor({ text, member }, onCancel)
  const writing = {
    value: text,
    autoFocus: true,
    onChange: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
    onKeyDown,
  }
  const wanted = text.trim()
  // Somebody else has accepted it with another text: it is shown first, and replaced only if the person saves again.
  const rewording = rewordingOf({ begun: begun.text, now: proposal.text, typed: wanted, sent })
  const { isOther } = rewording
  const showsTheirs = isOther && hasTried
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (wanted === '') return
    setHasTried(true)
    if (isOther && !showsTheirs) return
    const was = showsTheirs ? proposal.text : rewording.was
    setSent([...sent, wanted])
    onSave({ text: wanted, was, ...linkOf(begun, member) })
  }

  return (
    <Form onSubmit={save} busy={busy} className="flex flex-col gap-4">
      <Field label={oneOf[kind]} rule={proposalText[kind]} value={text}>
        {(control) =>
          kind === 'summary' || kind === 'question' ? (
            <Textarea {...control} {...writing} />
          ) : (
            <Input {...control} {...writing} />
          )
        }
      </Field>
      {kind === 'person' && isOwn ? <MemberField value={member} onChange={setMember} /> : null}
      {showsTheirs ? (
        <MeanwhileNote replaced={{ text: proposal.text }} labels={{ text: oneOf[kind] }} />
      ) : null}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" onClick={wishToLeave}>
          Cancel
        </Button>
        <Button type="submit" busy={busy} disabled={wanted === ''}>
          {kind === 'question' ? 'Add in these words' : 'Accept in these words'}
        </Button>
      </div>
      {question}
    </Form>
  )
}

/**
 * The person that was chosen, if another was meant when the editing began. Whom somebody else has chosen meanwhile stays, unless this
 * person has chosen too.
 */
export const linkOf = (begun: Pick<Proposal, 'familyMemberId'>, member: string | null): Wording =>
  member === begun.familyMemberId ? {} : { familyMemberId: member }

function MemberField(props: { value: string | null; onChange: (id: string | null) => void }) {
  const { value, onChange } = props
  const family = useQuery(orpc.familyMembers.list.queryOptions({ input: { limit: limits.pageSizeMax } }))
  const people = family.data?.items ?? []
  const isListed = value === null || people.some(({ id }) => id === value)
  const chosen = useQuery({
    ...orpc.familyMembers.get.queryOptions({ input: { id: value ?? '' } }),
    enabled: family.isSuccess && !isListed,
  })
  const listed = isListed || !chosen.data ? people : [chosen.data, ...people]
  return (
    <Field label="Who it is in your family tree">
      {(control) => (
        <Select
          {...control}
          value={value ?? ''}
          disabled={family.isPending}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        >
          <option value="">Nobody of the family</option>
          {listed.map((person) => (
            <option key={person.id} value={person.id}>
              {nameOf(person)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
