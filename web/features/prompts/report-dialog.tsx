import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type CommunityThing, reportReason } from '#contract/community.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { client } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Textarea } from '../../ui/input.tsx'
import { toastError, toastSuccess } from '../../ui/toast.tsx'

export type ReportDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  thing: CommunityThing
  words: string
}

/** Tells whoever runs this Kinora that something does not belong in Community. */
export function ReportDialog({ open, onOpenChange, thing, words }: ReportDialogProps) {
  const [reason, setReason] = useState('')
  const report = useMutation({
    mutationFn: () => client.community.report({ ...thing, reason: reason.trim() }),
    onSuccess: () => {
      toastSuccess('Thank you. The operator will look at it.')
      onOpenChange(false)
    },
    onError: (error) => toastError('Failed to report', sentenceOf(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    report.mutate()
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Report" description={`“${words}”`}>
      <Form className="flex flex-col gap-6" onSubmit={submit}>
        <Field label="What is wrong with it?" optional rule={reportReason} value={reason}>
          {(control) => (
            <Textarea {...control} value={reason} onChange={(event) => setReason(event.target.value)} />
          )}
        </Field>
        {report.isError ? (
          <p role="alert" className="rounded-card bg-danger-tint p-4 text-danger">
            {sentenceOf(report.error)}
          </p>
        ) : null}
        <DialogActions>
          <Button variant="outline" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" busy={report.isPending}>
            Report
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
