import { Download, Trash2 } from 'lucide-react'
import type { ArchiveExport } from '#contract/archive.ts'
import { limits } from '#contract/limits.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { countOf, formatBytes, formatDate } from '../../lib/format.ts'
import { lastFailure } from '../../lib/last-failure.ts'
import { useSendsMail } from '../../lib/service-settings.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Progress } from '../../ui/progress.tsx'
import { SettingsRow, SettingsSection } from '../../ui/settings-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useExportActions, useExports } from './use-archive.ts'

/** Exports everything that the family owns as one file. */
export function ExportSection() {
  const exports = useExports()
  const { start, remove } = useExportActions()
  const sendsMail = useSendsMail()
  const isWorking = exports.data?.some(({ state }) => state === 'pending' || state === 'processing') ?? false

  const failure = lastFailure(start, remove)

  if (exports.isError && !exports.data) {
    return (
      <ErrorPanel
        title="Your archives could not be loaded"
        sentence={sentenceOf(exports.error)}
        onRetry={() => exports.refetch()}
      />
    )
  }
  return (
    <SettingsSection
      title="Export Data"
      sentence="One zip file with everything that is yours: recordings and files as they were made, transcripts, notes, journal, storybooks, comments, questions and the family tree. It opens in any browser, without Kinora and without a network. An archive or a library can take it in as it is (BagIt)."
    >
      {exports.isPending ? <Skeleton className="m-5 h-14" /> : null}
      {exports.data?.map((one) => (
        <ExportRow key={one.id} made={one} onRemove={() => remove.mutate(one.id)} />
      ))}
      <div className="flex flex-col gap-3 p-5 sm:px-6">
        {failure ? <Alert>{sentenceOf(failure)}</Alert> : null}
        {isWorking ? (
          <p className="text-muted">
            You can leave this page. We go on{sendsMail ? ', and mail you if you want mails.' : '.'}
          </p>
        ) : (
          <Button
            variant="outline"
            className="self-start max-sm:w-full"
            busy={start.isPending}
            onClick={() => start.mutate(exports.data?.map(({ id }) => id) ?? [])}
          >
            Export Data
          </Button>
        )}
      </div>
    </SettingsSection>
  )
}

function ExportRow({ made, onRemove }: { made: ArchiveExport; onRemove: () => void }) {
  switch (made.state) {
    case 'completed':
      return (
        <SettingsRow
          title={`Archive of ${formatDate(made.createdAt)}`}
          detail={`${formatBytes(made.sizeBytes ?? 0)} · ${countOf(made.fileCount ?? 0, 'file')} · kept until ${formatDate(made.expiresAt ?? '')}`}
          action={
            <>
              <Button asChild>
                <a href={made.downloadUrl ?? ''} download>
                  <Download size={22} aria-hidden="true" />
                  Download archive
                </a>
              </Button>
              <Button variant="ghost" size="icon" onClick={onRemove}>
                <Trash2 size={22} aria-hidden="true" />
                <span className="sr-only">Delete this archive</span>
              </Button>
            </>
          }
        />
      )
    case 'failed':
      return (
        <SettingsRow
          title="The archive could not be made"
          detail="Nothing of yours was changed. Please try again."
          action={
            <Button variant="outline" onClick={onRemove}>
              Dismiss
            </Button>
          }
        />
      )
    default:
      return <WorkingRow made={made} onRemove={onRemove} />
  }
}

function WorkingRow({ made, onRemove }: { made: ArchiveExport; onRemove: () => void }) {
  const { doneBytes, totalBytes } = made
  const words =
    totalBytes === null
      ? 'Gathering what is yours …'
      : `${formatBytes(doneBytes)} of ${formatBytes(totalBytes)} written`
  return (
    <div className="flex flex-col gap-3 p-5 sm:px-6">
      {/* Not around the figures, which change every two seconds: all of it would be read out each time. */}
      <p className="font-semibold" role="status">
        Your archive is being made
      </p>
      <Progress label="Your archive" value={totalBytes ? doneBytes / totalBytes : 0} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">
          {words}. It is kept for {limits.archiveDays} days.
        </p>
        <Button variant="ghost" onClick={onRemove}>
          Stop
        </Button>
      </div>
    </div>
  )
}
