import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { StorybookExport, StorybookFormat } from '#contract/storybook-exports.ts'
import { afterwards } from '../../lib/afterwards.ts'
import { sentenceOf, situationOf } from '../../lib/errors.ts'
import { formatBytes, formatDate, formatTime } from '../../lib/format.ts'
import { useIdForWords } from '../../lib/id-for-words.ts'
import { orpc } from '../../lib/rpc.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { PlanLimit } from '../../ui/plan-limit.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { UnprintableLetters } from '../../ui/unprintable-letters.tsx'
import { LeftOutNote } from './left-out-note.tsx'

export type ExportDialogProps = {
  storybookId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

type Kind = { format: StorybookFormat; title: string; what: string; thing: string; make: string }

const kinds: readonly Kind[] = [
  {
    format: 'pdf',
    title: 'For print (PDF)',
    what: '6 × 9 inches with bleed, ready for a printer or your own.',
    thing: 'PDF',
    make: 'Make a PDF',
  },
  {
    format: 'epub',
    title: 'E-book (EPUB)',
    what: 'For tablets, phones and e-readers. Those that know read-aloud books play the voices along with the words.',
    thing: 'e-book',
    make: 'Make an e-book',
  },
  {
    format: 'html',
    title: 'Folder (ZIP)',
    what: 'Opens in any browser, from a USB stick and without a network, voices and all.',
    thing: 'folder',
    make: 'Make a folder',
  },
]

/** Exports a book to files that open without Kinora. */
export function ExportDialog({ storybookId, open, onOpenChange }: ExportDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Take it with you"
      description="The book as a file of its own. Making it takes a moment; you can close this and come back."
    >
      {open ? <Exports storybookId={storybookId} /> : null}
    </Dialog>
  )
}

function Exports({ storybookId }: { storybookId: string }) {
  const exports = useQuery({
    ...orpc.storybookExports.list.queryOptions({ input: { storybookId } }),
    // Changes are announced over the live stream; polling covers a stream that has broken off unnoticed.
    refetchInterval: (query) => (query.state.data?.some(isRunning) ? 4_000 : false),
  })

  if (exports.isPending) return <Skeleton className="h-80" />
  if (exports.isError && !exports.data) {
    return (
      <ErrorPanel
        title="The files could not be loaded"
        sentence={sentenceOf(exports.error)}
        onRetry={() => exports.refetch()}
      />
    )
  }
  return (
    <div className="flex flex-col divide-y divide-border">
      {kinds.map((kind) => (
        <ExportOne
          key={kind.format}
          storybookId={storybookId}
          kind={kind}
          file={exports.data?.find(({ format }) => format === kind.format)}
        />
      ))}
    </div>
  )
}

type ExportOneProps = { storybookId: string; kind: Kind; file: StorybookExport | undefined }

function ExportOne({ storybookId, kind, file }: ExportOneProps) {
  const queries = useQueryClient()
  const [voiceLinks, setVoiceLinks] = useState(file?.voiceLinks ?? false)
  const { idFor, made } = useIdForWords()
  const start = useMutation(
    orpc.storybookExports.start.mutationOptions({
      onSuccess: made,
      onSettled: afterwards(() => queries.invalidateQueries({ queryKey: orpc.storybookExports.key() })),
    }),
  )
  const { format, title, what, thing } = kind
  const make = () => {
    const wished = { storybookId, format, voiceLinks }
    // If another file is on the screen by now, a new one is requested. If only the answer was
    // lost, the id is the same, and so the request is idempotent.
    start.mutate({ ...wished, id: idFor({ ...wished, seen: file?.id }) })
  }
  const running = file !== undefined && isRunning(file)

  return (
    <section aria-label={title} className="flex flex-col items-start gap-3 py-6 first:pt-0 last:pb-0">
      <div>
        <h3 className="font-bold">{title}</h3>
        <p className="text-muted">{what}</p>
      </div>
      {format === 'pdf' ? (
        <Switch
          label="A code beside each chapter"
          hint="Whoever scans it hears the chapter. This turns on the public link of each story, also one that has run out; turn the link off under Share, and the code opens nothing."
          checked={voiceLinks}
          disabled={running}
          onCheckedChange={setVoiceLinks}
        />
      ) : null}
      {running ? (
        <div role="status" className="flex w-full flex-col gap-2">
          <p>The {thing} is being made.</p>
          <Progress value={file.progress / 100} label={title} />
        </div>
      ) : null}
      {file?.state === 'failed' ? (
        <Alert className="w-full">
          The {thing} could not be made. The storybook itself is safe; please try again.
        </Alert>
      ) : null}
      {file?.state === 'completed' ? (
        <p
          role={file.isOutdated ? 'status' : undefined}
          className={file.isOutdated ? 'text-warn' : 'text-muted'}
        >
          Made on {formatDate(file.createdAt)} at {formatTime(file.createdAt)}.
          {file.isOutdated
            ? ` The book has been changed since, and this ${thing} is as it was then. “Make it again” puts the changes in.`
            : null}
        </p>
      ) : null}
      {file?.state === 'completed' && file.unprintable !== '' ? (
        <UnprintableLetters letters={file.unprintable} thing={`The ${thing}`} />
      ) : null}
      {file?.state === 'completed' && file.leftOut && file.leftOut.length > 0 ? (
        <LeftOutNote leftOut={file.leftOut} thing={thing} />
      ) : null}
      {start.isError ? <Alert className="w-full">{sentenceOf(start.error)}</Alert> : null}
      {situationOf(start.error) === 'EXPORT_LIMIT_REACHED' ? (
        <PlanLimit title="Export Limit Reached" sentence={sentenceOf(start.error)} />
      ) : null}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {file?.downloadUrl ? (
          <Button asChild>
            <a href={file.downloadUrl} download={file.fileName}>
              <Download size={20} aria-hidden="true" />
              Download{file.sizeBytes === null ? '' : ` (${formatBytes(file.sizeBytes)})`}
              <span className="sr-only">, {title}</span>
            </a>
          </Button>
        ) : null}
        {running ? null : (
          <Button variant="outline" busy={start.isPending} onClick={make}>
            {file ? <RotateCcw size={20} aria-hidden="true" /> : null}
            {file ? 'Make it again' : kind.make}
            {file ? <span className="sr-only">, {title}</span> : null}
          </Button>
        )}
      </div>
    </section>
  )
}

const isRunning = ({ state }: StorybookExport) => state === 'pending' || state === 'processing'
