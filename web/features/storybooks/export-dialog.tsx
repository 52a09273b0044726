import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, RotateCcw } from 'lucide-react'
import { v7 as uuidv7 } from 'uuid'
import type { StorybookExport } from '#contract/storybook-exports.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { formatBytes } from '../../lib/format.ts'
import { orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

export type ExportDialogProps = {
  storybookId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The book as a file that opens without Kinora. */
export function ExportDialog({ storybookId, open, onOpenChange }: ExportDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Take it with you"
      description="An e-book (EPUB) for tablets, phones and e-readers. Readers that know read-aloud books play the voices along with the words."
    >
      {open ? <EpubExport storybookId={storybookId} /> : null}
    </Dialog>
  )
}

function EpubExport({ storybookId }: { storybookId: string }) {
  const queries = useQueryClient()
  const exports = useQuery({
    ...orpc.storybookExports.list.queryOptions({ input: { storybookId } }),
    // Changes are announced; this is for a stream that has broken off unnoticed.
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? 5_000 : false),
  })
  const start = useMutation(
    orpc.storybookExports.start.mutationOptions({
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.storybookExports.key() }),
    }),
  )
  const make = () => start.mutate({ storybookId, id: uuidv7(), format: 'epub' })

  if (exports.isPending) return <Skeleton className="h-14" />
  if (exports.isError && !exports.data) {
    return (
      <ErrorPanel
        title="The files could not be loaded"
        sentence={sentenceOf(exports.error)}
        onRetry={() => exports.refetch()}
      />
    )
  }

  const file = exports.data?.find(({ format }) => format === 'epub')
  return (
    <div className="flex flex-col gap-4">
      {file && isRunning(file) ? (
        <div role="status" className="flex flex-col gap-2">
          <p>The e-book is being made. You can close this and come back.</p>
          <Progress value={file.progress / 100} label="E-book" />
        </div>
      ) : null}
      {file?.state === 'failed' ? (
        <p role="alert" className="rounded-card bg-danger-tint p-4 text-danger">
          The e-book could not be made. The storybook itself is safe; please try again.
        </p>
      ) : null}
      {file?.downloadUrl ? (
        <Button size="lg" asChild>
          <a href={file.downloadUrl} download={file.fileName}>
            <Download aria-hidden="true" />
            Download{file.sizeBytes === null ? '' : ` (${formatBytes(file.sizeBytes)})`}
          </a>
        </Button>
      ) : null}
      {start.isError ? (
        <p role="alert" className="rounded-card bg-danger-tint p-4 text-danger">
          {sentenceOf(start.error)}
        </p>
      ) : null}
      {file && isRunning(file) ? null : (
        <Button
          size={file ? 'default' : 'lg'}
          variant={file ? 'outline' : 'default'}
          busy={start.isPending}
          onClick={make}
        >
          {file ? <RotateCcw size={20} aria-hidden="true" /> : null}
          {file ? 'Make it anew' : 'Make an e-book'}
        </Button>
      )}
    </div>
  )
}

const isRunning = ({ state }: StorybookExport) => state === 'pending' || state === 'processing'
