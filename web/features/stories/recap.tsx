import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RecordingState } from '#contract/recordings.ts'
import type { Story } from '#contract/stories.ts'
import { countOf, formatDate, formatTime, formatTimer } from '../../lib/format.ts'
import { isJustAdded } from '../../lib/just-added.ts'
import { Button } from '../../ui/button.tsx'
import { PaddedCard } from '../../ui/card.tsx'
import { cn } from '../../ui/cn.ts'
import { KeepsakeDrawing } from '../../ui/drawings/keepsake.tsx'
import { MediaThumbnail } from '../../ui/media-thumbnail.tsx'
import { Portioned } from '../../ui/portioned.tsx'
import { DownloadButton } from './download-button.tsx'
import { playableParts } from './playable-part.ts'
import { recordingWords } from './recording-state.tsx'
import type { SessionRecap } from './session-recap.ts'
import { StoryNotes } from './story-notes.tsx'

const saved = 'Saved'
const onThisDevice = 'On this device'

/** The state of the recording in a word. Saved means that every byte is on the server's disk. */
const statusWord: Record<RecordingState, string> = {
  receiving: 'Being sent',
  verifying: saved,
  damaged: 'Needs attention',
  safe: saved,
  ready: saved,
  failed: saved,
}

export type RecapProps = {
  recap: SessionRecap
  /** The story, once the server has answered. */
  story: Story | undefined
  /** Whether the server lacks data of this story that this device has: it may not even know of that recording or file. */
  isLacking: boolean
  /** Notices about pending work, which come and go. */
  children: ReactNode
}

/** The result of a session: its length, the number of notes, and whether it is saved. */
export function Recap({ recap, story, isLacking, children }: RecapProps) {
  const navigate = useNavigate()
  const length = formatTimer(recap.duration * 1_000)
  const state = story?.recordingState ?? null
  const files = story?.files ?? []
  // A journal or a collection of photographs has no length.
  const isRecorded = recap.duration > 0 || (story?.recordings.length ?? 0) > 0

  return (
    <div className="mx-auto flex max-w-[47.5rem] flex-col gap-6 sm:gap-8">
      <header className="flex flex-col items-center text-center">
        {/* Smaller on a phone, to leave room for what is still being sent. */}
        <div className="w-full max-w-[7.5rem] sm:max-w-[16.25rem]">
          <KeepsakeDrawing />
        </div>
        <h1 className="mt-4 font-story text-2xl font-semibold sm:text-3xl" tabIndex={-1}>
          Session Complete!
        </h1>
        <p dir="auto" className="mt-3 min-h-[1lh] max-w-full font-story text-lg wrap-anywhere">
          {story?.title}
        </p>
        <p className="mt-2 text-balance text-muted">
          {recap.timestamp ? (
            <>
              {isRecorded ? 'Recorded' : 'Kept'} on{' '}
              <span className="whitespace-nowrap">{formatDate(recap.timestamp)}</span> at{' '}
              {formatTime(recap.timestamp)}
            </>
          ) : (
            'Just now'
          )}{' '}
          {isRecorded ? `· ${length} ` : ''}· {countOf(recap.notes.length, 'note')}
          {files.length > 0 ? ` · ${countOf(files.length, 'file')}` : ''}
        </p>
      </header>
      <dl className="grid grid-cols-3 gap-3 max-[20rem]:grid-cols-1 sm:gap-4">
        {isRecorded ? (
          <Figure term="Duration">{length}</Figure>
        ) : (
          <Figure term="Files">{files.length}</Figure>
        )}
        <Figure term="Notes Taken">{recap.notes.length}</Figure>
        <Figure term="Status">{statusOf(story, isLacking)}</Figure>
      </dl>
      <Actions recap={recap} story={story} />
      <div className="flex flex-col gap-4 empty:hidden">{children}</div>
      {state && statusWord[state] !== saved ? (
        <p className="rounded-card bg-warn-tint p-4 text-warn">{recordingWords[state].sentence}</p>
      ) : null}
      {recap.notes.length > 0 ? (
        <PaddedCard className="sm:p-8">
          <h2 className="mb-5 text-lg font-bold">Notes</h2>
          <StoryNotes
            notes={recap.notes}
            recordings={story?.recordings ?? []}
            onPlay={({ partId: part, seconds }) =>
              navigate({
                to: '/app/stories/$storyId',
                params: { storyId: recap.storyId },
                search: { t: Math.floor(seconds), part },
              })
            }
          />
        </PaddedCard>
      ) : null}
      {files.length > 0 ? (
        <PaddedCard className="sm:p-8">
          <h2 className="mb-5 text-lg font-bold">Photos and files</h2>
          <Portioned items={files} isSought={isJustAdded}>
            {(drawn) => (
              <ul className="grid grid-cols-2 gap-4 max-[20rem]:grid-cols-1 sm:grid-cols-3">
                {drawn.map((file) => (
                  <li key={file.id} className="min-w-0">
                    <MediaThumbnail file={file} className="aspect-video rounded-card" />
                    <p dir="auto" className="mt-2 truncate text-sm text-muted">
                      {file.caption || file.fileName}
                    </p>
                  </li>
                ))}
              </ul>
            )}
          </Portioned>
        </PaddedCard>
      ) : null}
    </div>
  )
}

/**
 * The buttons of the recap. They stand above all that appears and disappears while a recording is sent and the story loads, the Download
 * button among it, so that they never move away from under a finger.
 */
function Actions({ recap, story }: Pick<RecapProps, 'recap' | 'story'>) {
  const [first] = story ? playableParts(story) : []
  return (
    <div className="flex flex-col gap-3 sm:items-center">
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button asChild>
          <Link to="/app/stories/$storyId" params={{ storyId: recap.storyId }}>
            View Story
          </Link>
        </Button>
        <Button variant="ghost" asChild>
          {story === undefined || story.ownerName === null ? (
            <Link to="/app/stories">Back to Stories</Link>
          ) : (
            <Link to="/app/shared">Back to Shared with me</Link>
          )}
        </Button>
      </div>
      {story && first?.kind === 'video' ? (
        <DownloadButton mediaId={first.originalMediaId}>Download</DownloadButton>
      ) : null}
    </div>
  )
}

/** A story that the server has not confirmed may exist on this device only. */
function statusOf(story: Story | undefined, isLacking: boolean): string {
  if (story === undefined) return onThisDevice
  const word = story.recordingState === null ? saved : statusWord[story.recordingState]
  return isLacking && word === saved ? onThisDevice : word
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div
      className={cn(
        'grid grid-rows-[auto_auto_1fr] justify-items-center rounded-card bg-card p-4 text-center sm:p-6 shadow-card',
        // Reserves the height of the longest word from the start, so that nothing below moves when the word changes.
        "before:invisible before:col-start-1 before:row-span-full before:row-start-1 before:pb-7 before:text-lg before:font-bold before:content-['On_this_device'] sm:before:text-xl",
      )}
    >
      <dt className="col-start-1 row-start-2 mt-1 text-sm text-muted sm:text-base">{term}</dt>
      <dd className="col-start-1 row-start-1 text-lg font-bold tabular-nums sm:text-xl">{children}</dd>
    </div>
  )
}
