import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import type { RecordingLink } from '#contract/recording-links.ts'
import type { Story } from '#contract/stories.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'

export type MadeLink = { link: RecordingLink; address: string; mailedTo: string | null }

export type AskFormProps = { story: Pick<Story, 'id' | 'title'>; onMade: (made: MadeLink) => void }

/** Whom to ask what, and where to send it. */
export function AskForm({ story, onMade }: AskFormProps) {
  const queries = useQueryClient()
  const [question, setQuestion] = useState('')
  const [label, setLabel] = useState('')
  const [mailTo, setMailTo] = useState('')
  const [checked, setChecked] = useState(false)
  const make = useMutation({
    mutationFn: async () => {
      const mail = mailTo.trim()
      const made = await client.recordingLinks.create({
        id: newId(),
        storyId: story.id,
        title: story.title,
        purpose: 'relative',
        question: question.trim(),
        label: label.trim(),
        ...(mail === '' ? {} : { mailTo: mail }),
      })
      return { ...made, mailedTo: mail === '' ? null : mail }
    },
    onSuccess: async (made) => {
      onMade(made)
      await queries.invalidateQueries({ queryKey: orpc.recordingLinks.key() })
    },
  })
  const isMissing = question.trim() === ''
  const isNoAddress = mailTo.trim() !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(mailTo.trim())

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!isMissing && !isNoAddress) make.mutate()
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-5" noValidate>
      <Field
        label="Your question"
        error={checked && isMissing ? 'Please write what you would like to hear about' : undefined}
      >
        {(control) => (
          <Textarea
            {...control}
            maxLength={limits.question}
            value={question}
            onChange={(event) => setQuestion(event.target.value)}
          />
        )}
      </Field>
      <Field label="Who is it for?" optional>
        {(control) => (
          <Input
            {...control}
            maxLength={limits.fullName}
            value={label}
            onChange={(event) => setLabel(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="Send it by mail to"
        optional
        hint="Leave it empty to print the link or to send it yourself."
        error={checked && isNoAddress ? 'This does not look like a mail address' : undefined}
      >
        {(control) => (
          <Input
            {...control}
            type="email"
            maxLength={limits.shortText}
            value={mailTo}
            onChange={(event) => setMailTo(event.target.value)}
          />
        )}
      </Field>
      {make.isError ? (
        <p role="alert" className="rounded-card bg-danger-tint p-4 text-danger">
          {sentenceOf(make.error)}
        </p>
      ) : null}
      <DialogActions>
        <Button type="submit" busy={make.isPending}>
          {mailTo.trim() === '' ? 'Make the link' : 'Make the link and send it'}
        </Button>
      </DialogActions>
    </form>
  )
}
