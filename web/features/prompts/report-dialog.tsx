import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type CommunityThing, reportReason } from '#contract/community.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { client } from '../../lib/rpc.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions, DialogCancel } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Textarea } from '../../ui/input.tsx'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'

export type ReportDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  thing: CommunityThing
  words: string
}

/** Reports to the operator that something does not belong in Community. */
export function ReportDialog({ open, onOpenChange, thing, words }: ReportDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Report" description={`“${words}”`}>
      <ReportForm thing={thing} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function ReportForm({ thing, onDone }: Pick<ReportDialogProps, 'thing'> & { onDone: () => void }) {
  const [reason, setReason] = useState('')
  useUnsaved(reason)
  const report = useMutation({
    mutationFn: () => client.community.report({ ...thing, reason: reason.trim() }),
    onSuccess: () => {
      toastSuccess('Thank you. The operator will look at it.')
      onDone()
    },
    onError: () => toastError('Failed to report'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    report.mutate()
  }

  return (
    <Form className="flex flex-col gap-6" onSubmit={submit} busy={report.isPending}>
      <Field label="What is wrong with it?" optional rule={reportReason} value={reason}>
        {(control) => (
          <Textarea {...control} value={reason} onChange={(event) => setReason(event.target.value)} />
        )}
      </Field>
      {report.isError ? <Alert>{sentenceOf(report.error)}</Alert> : null}
      <DialogActions>
        <DialogCancel />
        <Button type="submit" busy={report.isPending}>
          Report
        </Button>
      </DialogActions>
    </Form>
  )
}
