import { getRouteApi, Link } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import type { Moment } from '#contract/comments.ts'
import { mayChange, mayManage } from '#contract/rights.ts'
import type { Story } from '#contract/stories.ts'
import { useUser } from '../features/auth/session.tsx'
import { CommentHere } from '../features/comments/comment-here.tsx'
import { Comments } from '../features/comments/comments.tsx'
import { DamagedNote, SharedDamageNote } from '../features/fixity/damaged-note.tsx'
import { useDamagedIn } from '../features/fixity/use-fixity.ts'
import { AskName } from '../features/profile/ask-name.tsx'
import { AskRelative } from '../features/recording-links/ask-relative.tsx'
import { ShareStory } from '../features/sharing/share-story-dialog.tsx'
import { MediaPlayer } from '../features/stories/media-player.tsx'
import { playableParts } from '../features/stories/playable-part.ts'
import { StoryHeader } from '../features/stories/story-header.tsx'
import type { PlayerPlace } from '../features/stories/story-player.tsx'
import { StoryRecording } from '../features/stories/story-recording.tsx'
import { StorySummary } from '../features/stories/story-summary.tsx'
import { useStory } from '../features/stories/use-story.ts'
import { StoryDetails } from '../features/story-details/story-details.tsx'
import { StoryChapters } from '../features/story-proposals/story-chapters.tsx'
import { AiSuggestions } from '../features/suggestions/ai-suggestions.tsx'
import { importing } from '../lib/importing.ts'
import type { Manner } from '../lib/lasting-source.ts'
import { Button } from '../ui/button.tsx'
import { leaveEditors } from '../ui/open-editors.ts'
import { PlanOf } from '../ui/plan-limit.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../ui/tabs.tsx'
import { loadedLate } from './loaded-late.tsx'
import type { StoryPlace } from './search.ts'
import { StoryNotFound, StoryNotLoaded, StorySkeleton } from './story-states.tsx'

const StoryTranscript = loadedLate(
  async () => (await importing(() => import('../features/transcripts/story-transcript.tsx'))).StoryTranscript,
  'The transcript could not be loaded, because Kinora cannot be reached just now.',
)
const AboutStory = loadedLate(
  async () => (await importing(() => import('../features/story-proposals/about-story.tsx'))).AboutStory,
  'What this story is about could not be loaded, because Kinora cannot be reached just now.',
)
const route = getRouteApi('/app/stories/$storyId')

/** One story: its summary, recordings, transcript and comments. */
export function StoryPage() {
  const { storyId } = route.useParams()
  const place = route.useSearch()
  const story = useStory(storyId)

  if (story.isPending) return <StorySkeleton />
  if (story.isUnknown) return <StoryNotFound storyId={storyId} />
  if (!story.data) {
    return <StoryNotLoaded storyId={storyId} error={story.error} onRetry={() => story.refetch()} />
  }

  return (
    <>
      {/* With a key: what was opened for one story, such as the question before it is deleted, would otherwise act on the next. */}
      <StoryHeader
        key={storyId}
        story={story.data}
        actions={
          <>
            {mayChange(story.data.role) ? <StoryDetails story={story.data} /> : null}
            {mayManage(story.data.role) ? (
              <ShareStory
                story={story.data}
                name={<AskName />}
                people={
                  <Button variant="outline" size="lg" className="w-full" asChild>
                    <Link to="/app/sharing-options" search={{ type: 'story', id: storyId }}>
                      <UsersRound aria-hidden="true" />
                      Share with people by name
                    </Link>
                  </Button>
                }
              />
            ) : null}
            {story.data.ownerName === null ? <AskRelative story={story.data} /> : null}
          </>
        }
      />
      {story.data.ownerName === null ? (
        <DamagedNote storyId={storyId} />
      ) : (
        <SharedDamageNote storyId={storyId} />
      )}
      <StoryTabs
        key={`${storyId} ${place.part ?? ''} ${place.t ?? ''} ${place.tab ?? ''}`}
        story={story.data}
        wanted={place}
      />
    </>
  )
}

/**
 * First shows the tab that the address names, else the recording if there is one. Once the person has chosen a tab, that one stays.
 * Reading or writing in the shown tab counts as choosing it, so that a recording that arrives does not replace it.
 */
function StoryTabs({ story, wanted }: { story: Story; wanted: StoryPlace }) {
  const [chosen, setChosen] = useState<string | null>(wanted.tab ?? null)
  const parts = playableParts(story)
  const damaged = useDamagedIn(story.id)
  const first = parts.length > 0 ? 'recording' : 'summary'
  const place = useRef<PlayerPlace | null>(null)
  const manner = useRef<Manner>(null)
  const [startAt, setStartAt] = useState(() => placeWanted(wanted, parts[0]?.id))
  const [plays, setPlays] = useState(0)
  const [moment, setMoment] = useState<Moment | null>(null)
  const [isAsked, setAsked] = useState(false)
  const recorded = story.recordings.some(({ state }) => state !== 'receiving')

  const choose = (tab: string) =>
    leaveEditors(() => {
      setStartAt(null)
      setAsked(false)
      setChosen(tab)
    })
  const stay = () => setChosen(chosen ?? first)
  const commentHere = () => {
    const playing = place.current?.partId ?? story.recordings[0]?.id
    const recording = story.recordings.find(({ id }) => id === playing)
    // An added film or sound is no recording, and a comment on it is one on the story.
    const atMs = Math.round((place.current?.seconds ?? 0) * 1_000)
    setMoment(recording ? { recordingId: recording.id, atMs } : null)
    setAsked(recording === undefined)
    setChosen('comments')
  }
  const playAt = ({ recordingId, atMs }: Moment) =>
    leaveEditors(() => {
      setStartAt({ partId: recordingId, seconds: atMs / 1_000 })
      // A mounted player only reads its start position once, so the changed key mounts another.
      setPlays(plays + 1)
      setChosen('recording')
    })

  return (
    <Tabs
      value={chosen ?? first}
      onValueChange={choose}
      onPointerDownCapture={stay}
      onKeyDownCapture={stay}
      onWheelCapture={stay}
    >
      {/* On a phone the last of the four tabs used to wrap into a second row; there they share the full width. */}
      <TabsList
        aria-label="About this story"
        className="max-[22rem]:text-sm max-sm:-mx-4 max-sm:gap-x-0 max-sm:*:grow max-sm:*:px-0.75"
      >
        <TabsTrigger value="summary">Summary</TabsTrigger>
        <TabsTrigger value="recording">Recording</TabsTrigger>
        <TabsTrigger value="transcript">Transcript</TabsTrigger>
        <TabsTrigger value="comments">Comments</TabsTrigger>
      </TabsList>
      <TabsContent value="summary">
        <StorySummary
          story={story}
          onPlay={({ partId, seconds }) => playAt({ recordingId: partId, atMs: seconds * 1_000 })}
          about={
            <AboutStory
              storyId={story.id}
              mayChange={mayChange(story.role)}
              isOwn={story.ownerName === null}
              parts={parts}
              onPlay={(recordingId, atMs) => playAt({ recordingId, atMs })}
            />
          }
        />
      </TabsContent>
      <TabsContent value="recording">
        <StoryRecording
          key={plays}
          story={story}
          damaged={damaged}
          startAt={startAt}
          manner={manner}
          onPlace={(now) => {
            place.current = now
          }}
          chapters={
            <StoryChapters
              storyId={story.id}
              mayChange={mayChange(story.role)}
              parts={parts}
              onPlay={(recordingId, atMs) => playAt({ recordingId, atMs })}
              onReview={() => setChosen('summary')}
            />
          }
          actions={
            <>
              {recorded ? <CommentHere onClick={commentHere} /> : null}
              <AiSuggestions
                parts={parts}
                mayChange={mayChange(story.role)}
                onPlay={(recordingId, atMs) => playAt({ recordingId, atMs })}
              />
            </>
          }
        />
      </TabsContent>
      <TabsContent value="comments">
        <Comments
          storyId={story.id}
          moment={moment}
          isAsked={isAsked}
          onMomentChange={setMoment}
          onPlay={playAt}
          labelOf={({ recordingId }) =>
            parts.length > 1 ? parts.find(({ id }) => id === recordingId)?.label : undefined
          }
        />
      </TabsContent>
      <TabsContent value="transcript">
        <PlanOf isOwn={story.ownerName === null}>
          <Transcript story={story} manner={manner} />
        </PlanOf>
      </TabsContent>
    </Tabs>
  )
}

/** The transcript, with the story's own player above it. */
function Transcript({ story, manner }: { story: Story; manner: RefObject<Manner | null> }) {
  const { id: personId } = useUser()
  const playable = playableParts(story)
  const arriving = story.recordings.filter(({ state }) => state === 'receiving')
  const parts = [
    ...playable,
    ...arriving.map(({ id, kind, state, part }) => {
      const label = story.recordings.length > 1 ? `Part ${part + 1}` : 'Recording'
      return { id, kind, state, label, seconds: null }
    }),
  ]
  return (
    <StoryTranscript
      parts={parts}
      whenEmpty={
        story.ownerName === null ? (
          <Button asChild>
            <Link
              to="/app/studio"
              search={{
                storyId: story.id,
                title: story.title,
                description: story.description,
                mode: 'recording',
              }}
            >
              Record for this story
            </Link>
          </Button>
        ) : null
      }
      storySpeakers={story.speakers}
      personId={personId}
      canChange={mayChange(story.role)}
      media={(partId, onElement) => {
        const part = playable.find(({ id }) => id === partId)
        return part ? (
          <MediaPlayer
            key={part.id}
            part={part}
            poster={null}
            play={false}
            manner={manner}
            onEnded={() => undefined}
            bare={{ onElement }}
          />
        ) : null
      }}
    />
  )
}

/** The place from which the address asks to play. */
function placeWanted({ t, part }: StoryPlace, first: string | undefined): PlayerPlace | null {
  const partId = part ?? first
  return t === undefined || partId === undefined ? null : { partId, seconds: t }
}
