import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { optionalEmailAddress } from '#contract/fields.ts'
import { askedQuestion, newRecordingLink, type RecordingLink } from '#contract/recording-links.ts'
import type { Story } from '#contract/stories.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { useIdForWords } from '../../lib/id-for-words.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'

export type MadeLink = { link: RecordingLink; address: string; mailedTo: string | null }

export type AskFormProps = { story: Pick<Story, 'id' | 'title'>; onMade: (made: MadeLink) => void }

/** The question, whom to ask it, and the address to send the link to. */
export function AskForm({ story, onMade }: AskFormProps) {
  const queries = useQueryClient()
  const [question, setQuestion] = useState('')
  const [label, setLabel] = useState('')
  const [mailTo, setMailTo] = useState('')
  useUnsaved([question, label, mailTo])
  const { idFor } = useIdForWords()
  const make = useMutation({
    mutationFn: async () => {
      const mail = mailTo.trim()
      const asked = {
        storyId: story.id,
        title: story.title,
        purpose: 'relative' as const,
        question: question.trim(),
        label: label.trim(),
        ...(mail === '' ? {} : { mailTo: mail }),
      }
      const made = await client.recordingLinks.create({ id: idFor(asked), ...asked })
      return { ...made, mailedTo: mail === '' ? null : mail }
    },
    onSuccess: async (made) => {
      onMade(made)
      await queries.invalidateQueries({ queryKey: orpc.recordingLinks.key() })
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate()
  }

  return (
    <Form onSubmit={submit} busy={make.isPending} className="flex flex-col gap-5">
      <Field label="Your question" rule={askedQuestion} value={question}>
        {(control) => (
          <Textarea {...control} value={question} onChange={(event) => setQuestion(event.target.value)} />
        )}
      </Field>
      <Field label="Who is it for?" optional rule={newRecordingLink.shape.label} value={label}>
        {(control) => <Input {...control} value={label} onChange={(event) => setLabel(event.target.value)} />}
      </Field>
      <Field
        label="Send it by mail to"
        optional
        hint="Leave it empty to print the link or to send it yourself."
        rule={optionalEmailAddress}
        value={mailTo}
      >
        {(control) => (
          <Input
            {...control}
            type="email"
            value={mailTo}
            onChange={(event) => setMailTo(event.target.value)}
          />
        )}
      </Field>
      {make.isError ? <Alert>{sentenceOf(make.error)}</Alert> : null}
      <DialogActions>
        <Button type="submit" busy={make.isPending}>
          {mailTo.trim() === '' ? 'Make the link' : 'Make the link and send it'}
        </Button>
      </DialogActions>
    </Form>
  )
}
