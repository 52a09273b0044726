import { Link } from '@tanstack/react-router'
import { Layers, Mic } from 'lucide-react'
import type { ReactNode } from 'react'
import { mayAdd } from '#contract/rights.ts'
import type { Story } from '#contract/stories.ts'
import { toGoOn } from '../../lib/studio-search.ts'
import { Button } from '../../ui/button.tsx'
import { PaddedCard } from '../../ui/card.tsx'
import { AlbumDrawing } from '../../ui/drawings/album.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AbandonedNote } from './abandoned-note.tsx'
import { playableParts } from './playable-part.ts'
import { RecordingBadge, recordingWords } from './recording-state.tsx'
import { StoryPlayer, type StoryPlayerProps } from './story-player.tsx'

export type StoryRecordingProps = Pick<StoryPlayerProps, 'startAt' | 'onPlace' | 'damaged' | 'manner'> & {
  story: Story
  /** Commands for the moment that is playing. */
  actions?: ReactNode
  /** The chapters, as places to play from. */
  chapters?: ReactNode
}

/** The recordings of a story: a player, or their progress while they arrive. */
export function StoryRecording(props: StoryRecordingProps) {
  const { story, startAt, onPlace, damaged, manner, actions, chapters } = props
  const parts = playableParts(story)
  const arriving = story.recordings.some((recording) => recording.state === 'receiving')

  return (
    <div className="mx-auto flex max-w-[60rem] flex-col gap-6">
      {arriving ? (
        <PaddedCard className="flex flex-col items-start gap-2">
          <RecordingBadge state="receiving" />
          <p className="text-muted">{recordingWords.receiving.sentence}</p>
        </PaddedCard>
      ) : null}
      {parts.length > 0 ? (
        <>
          <StoryPlayer
            parts={parts}
            poster={story.thumbnail}
            damaged={damaged}
            startAt={startAt}
            onPlace={onPlace}
            manner={manner}
          />
          {story.recordings.some(({ awaitsComparison }) => awaitsComparison) ? <AwaitingNote /> : null}
          {mayAdd(story.role) ? <AbandonedNote story={story} /> : null}
          {chapters}
          <div className="flex flex-wrap gap-3 border-t border-border pt-6">
            {actions}
            {mayAdd(story.role) ? <RecordLink story={story} /> : null}
          </div>
        </>
      ) : null}
      {parts.length === 0 && !arriving ? (
        <EmptyState
          drawing={<AlbumDrawing />}
          title="No recording in this story"
          sentence={
            mayAdd(story.role)
              ? 'A recording, a film or a sound can be added at any time.'
              : 'Only who keeps this story can record for it.'
          }
          action={
            mayAdd(story.role) ? (
              <div className="flex flex-wrap justify-center gap-3">
                <RecordLink story={story} />
                <Button variant="outline" asChild>
                  <Link to="/app/stories/$storyId/upload" params={{ storyId: story.id }}>
                    Add files
                  </Link>
                </Button>
              </div>
            ) : null
          }
        />
      ) : null}
    </div>
  )
}

/** Shown below the player: nothing is wrong, and there is nothing the person could do about it. */
function AwaitingNote() {
  return (
    <PaddedCard className="flex items-start gap-3">
      <Layers size={22} className="mt-0.5 shrink-0 text-leaf" aria-hidden="true" />
      <p role="status" className="text-pretty text-muted">
        Two devices recorded this at the same time, and both are safe. They play one after the other until
        this Kinora can lay them over each other. Whoever looks after it only has to install ffmpeg; then they
        are joined by themselves.
      </p>
    </PaddedCard>
  )
}

/** A link to the studio, to add a recording to this story. */
function RecordLink({ story }: { story: Story }) {
  return (
    <Button variant={story.recordings.length > 0 ? 'secondary' : 'default'} asChild>
      <Link to="/app/studio" search={toGoOn(story, 'recording')}>
        <Mic size={22} aria-hidden="true" />
        {story.recordings.length > 0 ? 'Record another part' : 'Record for this story'}
      </Link>
    </Button>
  )
}
