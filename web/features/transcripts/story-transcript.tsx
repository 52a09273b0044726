import { Mic } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { cn } from '../../ui/cn.ts'
import { AlbumDrawing } from '../../ui/drawings/album.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PartTranscript } from './part-transcript.tsx'

export type StoryTranscriptProps = {
  story: Pick<Story, 'recordings' | 'speakers'>
  /** Who is looking. */
  personId: string
  /** The picture or sound of a recording, without controls; the element itself is handed on. */
  media: (recordingId: string, onElement: (element: HTMLMediaElement | null) => void) => ReactNode
}

/** What was said in a story, recording by recording. */
export function StoryTranscript({ story, personId, media }: StoryTranscriptProps) {
  const recordings = [...story.recordings].sort((a, b) => a.part - b.part)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const recording = recordings.find(({ id }) => id === chosenId) ?? recordings[0]
  if (!recording) {
    return (
      <EmptyState
        drawing={<AlbumDrawing />}
        title="Nothing to transcribe"
        sentence="A transcript is made of what is recorded in the studio. This story has no recording yet."
      />
    )
  }
  return (
    <div className="mx-auto max-w-[1000px]">
      {recordings.length > 1 ? (
        <section aria-label="Parts" className="mb-6 flex flex-wrap gap-2">
          {recordings.map(({ id, part }) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === recording.id}
              onClick={() => setChosenId(id)}
              className={cn(
                'flex min-h-12 items-center gap-2 rounded-full border-2 px-5',
                id === recording.id
                  ? 'border-primary-dark bg-tint font-bold'
                  : 'border-border bg-card hover:border-edge',
              )}
            >
              <Mic size={20} aria-hidden="true" />
              Part {part + 1}
            </button>
          ))}
        </section>
      ) : null}
      <PartTranscript
        key={recording.id}
        recording={recording}
        personId={personId}
        storySpeakers={story.speakers}
        media={(onElement) => media(recording.id, onElement)}
      />
    </div>
  )
}
