import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ArchiveImport } from '#contract/archive.ts'
import { afterwards } from '../../lib/afterwards.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { countOf, formatBytes, formatDate } from '../../lib/format.ts'
import { goneIsDeleted } from '../../lib/gone.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Progress } from '../../ui/progress.tsx'
import { SettingsRow, SettingsSection } from '../../ui/settings-section.tsx'
import { problemWords } from './problem-words.ts'
import { beginSending, stopSending, useSending } from './sending.ts'
import { useImports } from './use-archive.ts'

/** Imports an archive from Kinora into this account, in addition to what it holds already. */
export function ImportSection() {
  const queries = useQueryClient()
  const imports = useImports()
  const chooser = useRef<HTMLInputElement>(null)
  const { underWay, problem } = useSending()
  const readAgain = () => queries.invalidateQueries({ queryKey: orpc.archive.imports.key() })
  const dismiss = useMutation({
    mutationFn: (id: string) => goneIsDeleted(client.archive.deleteImport({ id })),
    onSettled: afterwards(readAgain),
  })
  const isBusy =
    underWay !== null ||
    (imports.data?.some(({ state }) => state === 'checking' || state === 'restoring') ?? false)

  return (
    <SettingsSection
      title="Import"
      sentence="Bring in an archive that Kinora made, from here or from another Kinora. What you have stays as it is, and nothing comes in twice."
    >
      {underWay ? (
        <div className="flex flex-col gap-3 p-5 sm:px-6">
          <p className="font-semibold wrap-anywhere" role="status">
            <Named fileName={underWay.name}>is being sent</Named>
          </p>
          <Progress label="Sending the archive" value={underWay.sentBytes / underWay.sizeBytes} />
          <p className="text-sm text-muted">
            {formatBytes(underWay.sentBytes)} of {formatBytes(underWay.sizeBytes)}. You can look around
            meanwhile; please keep Kinora open.
          </p>
          <Button variant="outline" className="self-start max-sm:w-full" onClick={stopSending}>
            Stop sending
          </Button>
        </div>
      ) : null}
      {imports.data
        ?.filter(({ state }) => state !== 'receiving' || !underWay)
        .map((one) => (
          <ImportRow key={one.id} one={one} onDismiss={() => dismiss.mutate(one.id)} />
        ))}
      {imports.isLoadingError ? (
        <div className="p-5 sm:px-6">
          <LoadFailure of={imports} />
        </div>
      ) : null}
      <div className="flex flex-col gap-3 p-5 sm:px-6">
        {problem === null ? null : <Alert>{problem}</Alert>}
        {dismiss.isError ? <Alert>{sentenceOf(dismiss.error)}</Alert> : null}
        <input
          ref={chooser}
          type="file"
          accept=".zip,application/zip"
          aria-label="Archive to bring in"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) beginSending(file).then(readAgain)
            target.value = ''
          }}
        />
        <Button
          variant="outline"
          className="self-start max-sm:w-full"
          disabled={isBusy}
          onClick={() => chooser.current?.click()}
        >
          Choose an archive
        </Button>
      </div>
    </SettingsSection>
  )
}

function ImportRow({ one, onDismiss }: { one: ArchiveImport; onDismiss: () => void }) {
  const dismiss = (
    <Button variant="ghost" onClick={onDismiss}>
      Dismiss
      <span className="sr-only"> {one.fileName}</span>
    </Button>
  )
  switch (one.state) {
    case 'completed':
      return (
        <SettingsRow
          title={<Named {...one}>was brought in</Named>}
          detail={broughtIn(one)}
          action={dismiss}
        />
      )
    case 'failed':
      return (
        <SettingsRow
          title={<Named {...one}>was not brought in</Named>}
          detail={`${problemWords[one.problem ?? 'unexpected']} Nothing was changed.`}
          action={dismiss}
        />
      )
    case 'receiving':
      return (
        <SettingsRow
          title={<Named {...one}>has not arrived whole</Named>}
          detail={`${formatBytes(one.receivedBytes)} of ${formatBytes(one.sizeBytes)}. Choose the same file again to go on.`}
          action={dismiss}
        />
      )
    default:
      return (
        <div className="flex flex-col gap-3 p-5 sm:px-6" role="status">
          <p className="font-semibold">
            <Named {...one}>{one.state === 'checking' ? 'is being checked' : 'is being brought in'}</Named>
          </p>
          <Progress label="Bringing the archive in" value={one.doneBytes / one.sizeBytes} />
        </div>
      )
  }
}

const Named = ({ fileName, children }: Pick<ArchiveImport, 'fileName'> & { children: string }) => (
  <>
    <bdi className="wrap-anywhere">{fileName}</bdi> {children}
  </>
)

/** The result of an import: 'November 21, 2026: 3 stories, 2 storybooks'. */
function broughtIn({ counts, createdAt }: ArchiveImport): string {
  const kinds: [number | undefined, string, string][] = [
    [counts.stories, 'story', 'stories'],
    [counts.media, 'file', 'files'],
    [counts.storybooks, 'storybook', 'storybooks'],
    [counts.family_members, 'person of the family', 'people of the family'],
    [counts.prompts, 'question', 'questions'],
  ]
  const words = kinds.flatMap(([count, name, many]) => (count ? [countOf(count, name, many)] : []))
  return `${formatDate(createdAt)}: ${words.join(', ') || 'nothing that was not here already'}`
}
