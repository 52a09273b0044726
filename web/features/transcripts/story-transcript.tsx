import { AudioLines, Film } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cn } from '../../ui/cn.ts'
import { AlbumDrawing } from '../../ui/drawings/album.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { leaveEditors } from '../../ui/open-editors.ts'
import { PartTranscript, type TranscriptPart } from './part-transcript.tsx'

export type StoryTranscriptProps = {
  /** Shown for a story in which nothing can be heard: what to do next. */
  whenEmpty: ReactNode
  /** What can be heard in the story, in order: its recordings, then video and audio files added to it. */
  parts: readonly TranscriptPart[]
  storySpeakers: readonly string[]
  /** The person looking at the story; `canChange` says whether they may correct it. */
  personId: string
  canChange: boolean
  /** Renders a part's video or audio, without controls, and passes its element to `onElement`. */
  media: (partId: string, onElement: (element: HTMLMediaElement | null) => void) => ReactNode
}

/** The transcripts of a story, one part at a time. */
export function StoryTranscript(props: StoryTranscriptProps) {
  const { parts, media } = props
  const [chosenId, setChosenId] = useState<string | null>(null)
  const part = parts.find(({ id }) => id === chosenId) ?? parts[0]
  // The part shown first stays the one shown, even if another part arrives and precedes it.
  if (part && part.id !== chosenId) setChosenId(part.id)
  if (!part) {
    return (
      <EmptyState
        drawing={<AlbumDrawing />}
        title="Nothing to transcribe"
        sentence="A transcript is made of what is recorded, and of films and sounds that are added. This story has none yet."
        action={props.whenEmpty}
      />
    )
  }
  return (
    <div className="mx-auto max-w-[62.5rem]">
      {parts.length > 1 ? (
        <section aria-label="Parts" className="mb-6 flex flex-wrap gap-2">
          {parts.map(({ id, label, kind }) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === part.id}
              onClick={() => leaveEditors(() => setChosenId(id))}
              className={cn(
                'flex min-h-12 max-w-full items-center gap-2 rounded-full border-2 px-5',
                id === part.id
                  ? 'border-primary-dark bg-tint font-bold'
                  : 'border-border bg-card hover:border-edge',
              )}
            >
              {kind === 'video' ? (
                <Film size={20} className="shrink-0" aria-hidden="true" />
              ) : (
                <AudioLines size={20} className="shrink-0" aria-hidden="true" />
              )}
              <span className="min-w-0 wrap-anywhere">{label}</span>
            </button>
          ))}
        </section>
      ) : null}
      <PartTranscript
        key={part.id}
        part={part}
        personId={props.personId}
        canChange={props.canChange}
        storySpeakers={props.storySpeakers}
        media={(onElement) => media(part.id, onElement)}
      />
    </div>
  )
}
