import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CommunityThing } from '#contract/community.ts'
import { limits } from '#contract/limits.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { client } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
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
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Report" description={`“${words}”`}>
      <Field label="What is wrong with it?" optional>
        {(control) => (
          <Textarea
            {...control}
            maxLength={limits.reportReason}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
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
        <Button busy={report.isPending} onClick={() => report.mutate()}>
          Report
        </Button>
      </DialogActions>
    </Dialog>
  )
}
