import { Link } from '@tanstack/react-router'
import { FilePlus2, NotebookPen } from 'lucide-react'
import type { ReactNode } from 'react'
import { mayAdd, mayChange } from '#contract/rights.ts'
import type { Story } from '#contract/stories.ts'
import { countOf, formatBytes, formatSpan, formatStoryDate } from '../../lib/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { PaddedCard } from '../../ui/card.tsx'
import { RecordingBadge, recordingWords } from './recording-state.tsx'
import { StoryFiles } from './story-files.tsx'
import { StoryNotes, type StoryNotesProps } from './story-notes.tsx'

export type StorySummaryProps = Pick<StoryNotesProps, 'onPlay'> & {
  story: Story
  /** Shown first. */
  about?: ReactNode
}

/** The story at a glance: how it was recorded, who speaks, its notes and its files. */
export function StorySummary({ story, about, onPlay }: StorySummaryProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21.25rem]">
      <div className="flex min-w-0 flex-col gap-6">
        {about}
        {story.context ? <Context text={story.context} /> : null}
        <Notes story={story} onPlay={onPlay} />
        <Files story={story} />
      </div>
      <div className="flex flex-col gap-6">
        <Details story={story} />
        {story.speakers.length > 0 ? <Speakers names={story.speakers} /> : null}
        {story.tags.length > 0 ? <Tags words={story.tags} /> : null}
      </div>
    </div>
  )
}

/** The story's context, for people who were not there. */
function Context({ text }: { text: string }) {
  return (
    <PaddedCard className="sm:p-8">
      <h2 className="mb-4 text-lg font-bold">Context</h2>
      <p dir="auto" className="max-w-[42.5rem] font-story whitespace-pre-line wrap-anywhere">
        {text}
      </p>
    </PaddedCard>
  )
}

function Tags({ words }: { words: string[] }) {
  return (
    <PaddedCard>
      <h2 className="mb-4 text-lg font-bold">Tags</h2>
      <ul className="flex flex-wrap gap-2">
        {words.map((word) => (
          <li key={word} dir="auto" className="rounded-full bg-tint px-4 py-1.5 wrap-anywhere text-leaf">
            {word}
          </li>
        ))}
      </ul>
    </PaddedCard>
  )
}

function Details({ story }: { story: Story }) {
  const bytes = [...story.recordings, ...story.files].reduce((sum, each) => sum + each.sizeBytes, 0)
  return (
    <PaddedCard>
      <h2 className="mb-4 text-lg font-bold">
        {story.method === 'recording' ? 'Recording details' : 'Details'}
      </h2>
      <dl className="flex flex-col gap-3">
        <Detail term={story.date ? 'When' : 'Kept on'}>
          {[formatStoryDate(story), story.time].filter(Boolean).join(', ')}
        </Detail>
        {story.duration > 0 ? <Detail term="Length">{formatSpan(story.duration)}</Detail> : null}
        {story.recordings.length > 1 ? <Detail term="Parts">{story.recordings.length}</Detail> : null}
        {story.recordedBy ? <Detail term="Recorded by">{story.recordedBy}</Detail> : null}
        {story.location ? <Detail term="Place">{story.location}</Detail> : null}
        {bytes > 0 ? <Detail term="Size">{formatBytes(bytes)}</Detail> : null}
      </dl>
      {story.recordingState ? (
        <div className="mt-5 flex flex-col items-start gap-2 border-t border-border pt-5">
          <RecordingBadge state={story.recordingState} />
          <p className="text-sm text-muted">{recordingWords[story.recordingState].sentence}</p>
        </div>
      ) : null}
    </PaddedCard>
  )
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  )
}

function Speakers({ names }: { names: string[] }) {
  return (
    <PaddedCard>
      <h2 className="mb-4 text-lg font-bold">Speakers</h2>
      <ul className="flex flex-col gap-3">
        {names.map((name) => (
          <li key={name} className="flex items-center gap-3">
            <Avatar name={name} />
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {name}
            </span>
          </li>
        ))}
      </ul>
    </PaddedCard>
  )
}

function Notes({ story, onPlay }: Pick<StorySummaryProps, 'story' | 'onPlay'>) {
  return (
    <PaddedCard className="sm:p-8">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-bold">{story.method === 'journal' ? 'Journal' : 'Session notes'}</h2>
        {mayChange(story.role) ? (
          <Button variant="secondary" size="sm" asChild>
            <Link to="/app/stories/$storyId/journal" params={{ storyId: story.id }}>
              <NotebookPen size={20} aria-hidden="true" />
              Write
            </Link>
          </Button>
        ) : null}
      </div>
      {story.notes.length > 0 ? (
        <StoryNotes notes={story.notes} recordings={story.recordings} onPlay={onPlay} />
      ) : (
        <p className="text-muted">Nothing has been written down yet.</p>
      )}
    </PaddedCard>
  )
}

function Files({ story }: { story: Story }) {
  return (
    <PaddedCard className="sm:p-8">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-bold">
          {story.files.length > 0 ? countOf(story.files.length, 'file') : 'Photos and files'}
        </h2>
        {mayAdd(story.role) ? (
          <Button variant="secondary" size="sm" asChild>
            <Link to="/app/stories/$storyId/upload" params={{ storyId: story.id }}>
              <FilePlus2 size={20} aria-hidden="true" />
              Add files
            </Link>
          </Button>
        ) : null}
      </div>
      {story.files.length > 0 ? (
        <StoryFiles story={story} />
      ) : (
        <p className="text-muted">
          {mayAdd(story.role)
            ? 'Photos, letters and films that belong to this story can lie here with it.'
            : 'There are no photos or files in this story.'}
        </p>
      )}
    </PaddedCard>
  )
}
