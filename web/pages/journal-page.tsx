import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { mayChange } from '#contract/rights.ts'
import type { Story } from '#contract/stories.ts'
import type { Entry, RewordedEntry } from '../features/journal/entry.ts'
import { Journal } from '../features/journal/journal.tsx'
import { KeptSign } from '../features/offline/kept-sign.tsx'
import { useArrangeStory } from '../features/stories/use-story.ts'
import { storeWords } from '../features/studio/failure-words.ts'
import { isToBeSent, useKeptNotes } from '../features/studio/use-kept-notes.ts'
import { sentenceOf, situationOf } from '../lib/errors.ts'
import { goneIsDeleted } from '../lib/gone.ts'
import { client, orpc } from '../lib/rpc.ts'
import { journalDraft, readDraft } from '../lib/use-draft.ts'
import { SpoolFailure } from '../recorder/failures.ts'
import { Button } from '../ui/button.tsx'
import { AlbumDrawing } from '../ui/drawings/album.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { OfStory } from './of-story.tsx'
import { StudioLink } from './studio-link.tsx'

const route = getRouteApi('/app/stories/$storyId/journal')

/** Adds entries to a story in writing, without a camera. */
export function JournalPage() {
  const { storyId } = route.useParams()
  return (
    <OfStory storyId={storyId}>
      {(story) => (
        <div className="mx-auto max-w-[47.5rem]">
          <title>{`Journal of ${story.title} · Kinora`}</title>
          <PageHeader title={story.title} subtitle={story.description || 'Journal'} />
          <StoryJournal key={story.id} story={story} />
          <div className="mt-8 flex flex-wrap gap-3">
            {story.notes.length > 0 && mayChange(story.role) ? (
              <Button variant="outline" size="lg" asChild>
                <Link to="/app/session-recap" search={{ storyId }}>
                  Finish
                </Link>
              </Button>
            ) : null}
            <StudioLink story={story} mode="journal" />
          </div>
        </div>
      )}
    </OfStory>
  )
}

function StoryJournal({ story }: { story: Story }) {
  const queries = useQueryClient()
  const arrange = useArrangeStory(story.id)
  const refresh = () => queries.invalidateQueries({ queryKey: orpc.stories.key() })
  const { notes: kept, isFull, isRefused, keep } = useKeptNotes(story.id)
  // Words that were begun while they could still be added stay in sight; when they are saved, it is said why they are refused.
  const [mightWrite] = useState(() => mayChange(story.role) || readDraft(journalDraft(story.id)) !== '')
  const { title, description, method } = story
  // Whether an older version of the entry waits on this device. Then newer ones must wait,
  // too: sent directly, they would later be overwritten by it.
  const isWaiting = (id: string) => kept.some((note) => note.id === id)
  const put = async ({ id, text, timestamp, was }: RewordedEntry) => {
    const entry = { id, text, timestamp, ...(was === undefined ? {} : { was }) }
    const send = () => client.stories.putNote({ storyId: story.id, ...entry })
    try {
      const keepHere = () => keep({ ...entry, story: { title, description, method } })
      await (isWaiting(id) ? keepHere() : unlessOffline(send, keepHere))
    } finally {
      await refresh()
    }
  }
  const remove = async ({ id, text, timestamp }: Entry) => {
    const removed = { id, text, timestamp, removed: true, story: { title, description, method } }
    const send = () => goneIsDeleted(client.stories.deleteNote({ storyId: story.id, id }))
    await (isWaiting(id) ? keep(removed) : unlessOffline(send, () => keep(removed)))
    await refresh()
  }
  // Once the entries kept on this device have arrived at the server, the story is fetched again.
  const left = kept.filter(isToBeSent).length
  const waits = left > 0
  useEffect(() => {
    if (!waits) queries.invalidateQueries({ queryKey: orpc.stories.key() })
  }, [waits, queries])

  if (!mightWrite && !mayChange(story.role) && kept.length === 0) return <MayNotWrite story={story} />
  return (
    <div className="flex flex-col gap-6">
      <KeptSign count={left} isFull={isFull} isRefused={isRefused} />
      <Journal
        entries={withKept(story.notes, kept)}
        label={story.notes.length > 0 ? 'Your next entry' : 'Your entry'}
        hint="Write as you would tell it. Nothing has to be finished today."
        draftKey={journalDraft(story.id)}
        speakers={story.speakers}
        now={null}
        recording={false}
        textClassName="min-h-64 font-story sm:text-lg"
        onPut={put}
        onRemove={remove}
        onArrange={(notes) => arrange.mutateAsync({ notes })}
        problemOf={problemOf}
      />
    </div>
  )
}

function MayNotWrite({ story: { id, title, ownerName } }: { story: Story }) {
  return (
    <EmptyState
      drawing={<AlbumDrawing />}
      title="You cannot write here"
      sentence={`“${title}” is shared with you to look at, and only ${ownerName || 'whoever keeps it'} can let you write in it. You can leave a comment with the story.`}
      action={
        <Button asChild>
          <Link to="/app/stories/$storyId" params={{ storyId: id }}>
            Open the story
          </Link>
        </Button>
      }
    />
  )
}

/** If the entry could be saved neither on the server nor on this device, the sentence says what to do about the device. */
function problemOf(error: unknown): string {
  if (!(error instanceof SpoolFailure)) return sentenceOf(error)
  return `Kinora cannot be reached just now, and the entry could not be kept. ${storeWords(error).sentence}`
}

/** Sends an entry to the server; if the server cannot be reached, keeps the entry on this device to be sent later. */
async function unlessOffline(send: () => Promise<unknown>, keep: () => Promise<void>): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (situationOf(error) !== 'OFFLINE') throw error
    await keep()
  }
}

/** The server's entries, overlaid with those that only this device has. */
function withKept(stored: readonly Entry[], kept: readonly (Entry & { removed?: boolean })[]): Entry[] {
  const entries = new Map<string, Entry>(stored.map((entry) => [entry.id, entry]))
  for (const note of kept) {
    if (note.removed) entries.delete(note.id)
    else entries.set(note.id, note)
  }
  return [...entries.values()]
}
