import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { countOf } from '../../lib/format.ts'
import { readAnew } from '../../lib/read-anew.ts'
import { orpc } from '../../lib/rpc.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions, DialogCancel } from '../../ui/dialog-actions.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { toastSuccess } from '../../ui/toast.tsx'
import { GedcomPreview } from './gedcom-preview.tsx'
import { GedcomSending } from './gedcom-sending.tsx'
import { gedcomProblem, importGedcom, previewGedcom } from './send-gedcom.ts'
import { WhichIsYou } from './which-is-you.tsx'

/** Imports a family from another program: choose the file, preview what it contains, say who you are, import. */
export function GedcomDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title="Import a family"
      description="A GEDCOM file (.ged), or one with its pictures and documents (.gdz), as family-tree programs save it. You see first what it would bring."
      width="wide"
    >
      <GedcomSteps onDone={onClose} />
    </Dialog>
  )
}

function GedcomSteps({ onDone }: { onDone: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [you, setYou] = useState<string | null>(null)
  const [share, setShare] = useState(0)
  const looking = useRef<AbortController | null>(null)
  // Closing the dialog aborts the upload of a file for the preview, since nobody will see the result.
  useEffect(() => () => looking.current?.abort(), [])
  const preview = useMutation({
    mutationFn: (chosen: File) => {
      looking.current = new AbortController()
      return previewGedcom({ file: chosen, onProgress: setShare, signal: looking.current.signal })
    },
    onSuccess: ({ selfXref }) => setYou(selfXref),
  })
  const apply = useImport()
  const error = apply.error ?? preview.error
  const report = preview.data
  const fresh = report ? report.candidates.length - (you === null ? 0 : 1) : 0
  const isNothingNew =
    report?.alreadyHere === report?.people &&
    you === report?.selfXref &&
    report?.portraits === 0 &&
    report?.files === 0

  const bring = (chosen: File) => {
    setShare(0)
    // A callback of `mutate` does not run after unmounting: if this dialog was closed meanwhile, it does not close the one opened since.
    apply.mutate(
      { file: chosen, you, onProgress: setShare },
      { onSuccess: ({ leftOut: out }) => out.length === 0 && onDone() },
    )
  }
  const leftOut = apply.data?.leftOut ?? []
  if (leftOut.length > 0) return <LeftOut paths={leftOut} onDone={onDone} />
  return (
    <div className="flex flex-col gap-5">
      <FileButton
        variant={file ? 'outline' : 'default'}
        className="self-start"
        busy={preview.isPending}
        accept=".ged,.gdz,.zip,text/plain"
        fileLabel="GEDCOM file"
        onFile={(chosen) => {
          setFile(chosen)
          setShare(0)
          apply.reset()
          preview.mutate(chosen)
        }}
      >
        <FileUp size={20} aria-hidden="true" />
        {file ? 'Choose another file' : 'Choose a file'}
      </FileButton>
      {error ? <Alert>{gedcomProblem(error)}</Alert> : null}
      {file && preview.isPending ? <GedcomSending fileName={file.name} share={share} /> : null}
      {report && file ? (
        <>
          <GedcomPreview fileName={file.name} report={report} />
          <WhichIsYou candidates={report.candidates} you={you} onChange={setYou} />
        </>
      ) : null}
      {file && apply.isPending ? <GedcomSending fileName={file.name} share={share} /> : null}
      <DialogActions>
        <DialogCancel />
        {report && file && !isNothingNew ? (
          <Button busy={apply.isPending} onClick={() => bring(file)}>
            {fresh > 0 ? `Import ${countOf(fresh, 'person', 'people')}` : 'Import what is new'}
          </Button>
        ) : null}
      </DialogActions>
    </div>
  )
}

/** The mutation that imports the file. */
function useImport() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: importGedcom,
    onSuccess: async ({ people, alreadyHere, files }) => {
      const added = [
        countOf(people - alreadyHere, 'person', 'people'),
        ...(files > 0 ? [countOf(files, 'photo or document', 'photos and documents')] : []),
      ]
      toastSuccess('Family imported', `${added.join(' and ')} added.`)
      await readAnew(queries, orpc.family, orpc.familyMembers, orpc.stories, orpc.account.dashboard)
    },
  })
}

/** The people were imported, but the listed files could not be used. */
function LeftOut({ paths, onDone }: { paths: string[]; onDone: () => void }) {
  return (
    <div className="flex flex-col gap-5">
      <p role="alert" className="rounded-card bg-warn-tint p-4 text-warn">
        The people were imported. {countOf(paths.length, 'file')} could not be used, because they are damaged,
        are of a kind we do not keep, or are too large (portraits 10 MB, other files 1 GB):
      </p>
      <ul className="flex max-h-56 flex-col gap-1 overflow-y-auto text-sm">
        {paths.map((path) => (
          <li key={path} className="wrap-anywhere">
            {path}
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={onDone}>Done</Button>
      </DialogActions>
    </div>
  )
}
