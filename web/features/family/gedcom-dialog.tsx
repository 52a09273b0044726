import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import type { GedcomReport } from '#contract/family.ts'
import { limits } from '#contract/limits.ts'
import { gedcomPath } from '#contract/paths.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { countOf } from '../../lib/format.ts'
import { fetchAsUser } from '../../lib/request.ts'
import { orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { toastSuccess } from '../../ui/toast.tsx'
import { GedcomPreview } from './gedcom-preview.tsx'

/** A family from another program: choose the file, see what it would bring, bring it. */
export function GedcomDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title="Import a family"
      description="A GEDCOM file (.ged), as other family-tree programs save it. You see first what it would bring."
      width="wide"
    >
      <GedcomSteps onDone={onClose} />
    </Dialog>
  )
}

function GedcomSteps({ onDone }: { onDone: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const queries = useQueryClient()
  const preview = useMutation({ mutationFn: (chosen: File) => send(chosen, false) })
  const apply = useMutation({
    mutationFn: (chosen: File) => send(chosen, true),
    onSuccess: async (report) => {
      toastSuccess(
        'Family imported',
        `${countOf(report.people - report.alreadyHere, 'person', 'people')} added.`,
      )
      await Promise.all([
        queries.invalidateQueries({ queryKey: orpc.family.key() }),
        queries.invalidateQueries({ queryKey: orpc.familyMembers.key() }),
        queries.invalidateQueries({ queryKey: orpc.account.dashboard.key() }),
      ])
      onDone()
    },
  })
  const error = apply.error ?? preview.error
  const report = preview.data

  return (
    <div className="flex flex-col gap-5">
      <input
        ref={input}
        type="file"
        accept=".ged,text/plain"
        className="hidden"
        aria-label="GEDCOM file"
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          event.target.value = ''
          if (!chosen) return
          setFile(chosen)
          preview.mutate(chosen)
        }}
      />
      <Button
        variant={report ? 'outline' : 'default'}
        className="self-start"
        busy={preview.isPending}
        onClick={() => input.current?.click()}
      >
        <FileUp size={20} aria-hidden="true" />
        {file ? 'Choose another file' : 'Choose a file'}
      </Button>
      {error ? (
        <p role="alert" className="rounded-card bg-danger-tint p-4 text-danger">
          {reasonIn(error) ?? sentenceOf(error)}
        </p>
      ) : null}
      {report && file ? <GedcomPreview fileName={file.name} report={report} /> : null}
      <DialogActions>
        <Button variant="outline" onClick={onDone}>
          Cancel
        </Button>
        {report && file && report.people > report.alreadyHere ? (
          <Button busy={apply.isPending} onClick={() => apply.mutate(file)}>
            Import {countOf(report.people - report.alreadyHere, 'person', 'people')}
          </Button>
        ) : null}
      </DialogActions>
    </div>
  )
}

const reasons: Record<string, string> = {
  NOT_GEDCOM: 'This is not a GEDCOM file. Nothing was changed.',
  COMPRESSED: 'This file is compressed. Please unpack it first and choose the .ged file inside.',
  TRUNCATED: 'This file ends in the middle. Please save it once more in the program it comes from.',
  TOO_DEEP: 'This file is nested deeper than any family needs. Nothing was changed.',
  LINE_TOO_LONG: 'A line in this file is longer than any family needs. Nothing was changed.',
  TOO_MANY_PEOPLE: `This file has more than ${limits.familyMembers.toLocaleString('en')} people, more than a tree here can hold.`,
}

type Refused = Error & { code: string; reason?: string }

const reasonIn = (error: Error) => ('reason' in error ? reasons[String(error.reason)] : undefined)

/** @throws with the code and the reason that the server refused the file by */
async function send(file: File, isApplied: boolean): Promise<GedcomReport> {
  if (file.size > limits.gedcomBytes) throw refused('PAYLOAD_TOO_LARGE')
  const response = await fetchAsUser(`${gedcomPath}?apply=${isApplied}`, { method: 'POST', body: file })
  if (response.ok) return response.json()
  const body: { code?: string; data?: { reason?: string } } = await response.json().catch(() => ({}))
  throw refused(body.code ?? 'INTERNAL_SERVER_ERROR', body.data?.reason)
}

function refused(code: string, reason?: string): Refused {
  return Object.assign(new Error(code), { code }, reason === undefined ? {} : { reason })
}
