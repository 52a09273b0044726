import { getRouteApi, Link } from '@tanstack/react-router'
import { Check, House } from 'lucide-react'
import { useEffect, useState } from 'react'
import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import { tooLong } from '#contract/too-long.ts'
import type { Entry, RewordedEntry } from '../features/journal/entry.ts'
import { Journal } from '../features/journal/journal.tsx'
import { KeptSign } from '../features/offline/kept-sign.tsx'
import { storeWords } from '../features/studio/failure-words.ts'
import { isToBeSent, useKeptNotes } from '../features/studio/use-kept-notes.ts'
import { type BegunStory, begunStories, noteBegun } from '../lib/begun-story.ts'
import { nowInstant } from '../lib/clock.ts'
import { formatDate } from '../lib/format.ts'
import { journalDraft, useDraft } from '../lib/use-draft.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { OnceEntered } from './once-entered.tsx'

const route = getRouteApi('/app/write')

/** Writes a story down, with or without a network: every entry is stored on this device before it is sent. */
export function WriteRoute() {
  const { storyId, title } = route.useSearch()
  return (
    <OnceEntered>
      <WriteHere
        {...(storyId === undefined ? {} : { storyId })}
        {...(title === undefined ? {} : { title })}
      />
    </OnceEntered>
  )
}

/** Without a story in the address, words that were begun here earlier are gone on with. */
function WriteHere({ storyId, title }: Partial<BegunStory>) {
  const [story] = useState(() =>
    storyId === undefined ? (begunStories()[0] ?? { storyId: newId(), title }) : { storyId, title },
  )
  return <WritePage storyId={story.storyId} wantedTitle={story.title ?? ''} />
}

function WritePage({ storyId, wantedTitle }: { storyId: string; wantedTitle: string }) {
  const { notes: kept, isFull, isRefused, keep } = useKeptNotes(storyId)
  const [written, setWritten] = useState<Entry[]>([])
  const [typedTitle, setTitle] = useDraft(`kinora.write.${storyId}`)
  const usual = `Written on ${formatDate(nowInstant())}`
  const title = kept[0]?.story.title || typedTitle.trim() || wantedTitle || usual
  const entries = together(written, kept)
  const isEmpty = entries.length === 0
  const left = kept.filter(isToBeSent).length
  const isSent = written.length > 0 && left === 0

  const problem = tooLong(limits.title, typedTitle)
  useEffect(() => noteBegun(storyId, wantedTitle), [storyId, wantedTitle])

  const put = async ({ was, ...entry }: RewordedEntry) => {
    if (problem) throw new Error(problem)
    await keep({
      ...entry,
      ...(was === undefined ? {} : { was }),
      story: { title, description: '', method: 'journal' },
    })
    setWritten((before) => [...before.filter(({ id }) => id !== entry.id), entry])
  }
  const remove = async (entry: Entry) => {
    await keep({ ...entry, removed: true, story: { title, description: '', method: 'journal' } })
    setWritten((before) => before.filter(({ id }) => id !== entry.id))
  }

  return (
    <main className="mx-auto flex w-full max-w-[47.5rem] flex-col gap-6 px-4 py-6 sm:px-6 sm:py-10">
      <title>{`${title} · Kinora`}</title>
      <Button variant="ghost" size="sm" className="-ms-4 self-start" asChild>
        <Link to="/app">
          <House size={22} aria-hidden="true" />
          Home
        </Link>
      </Button>
      <PageHeader
        title={isEmpty ? 'Write it down' : title}
        subtitle="Works without a connection, too: every entry is kept on this device first."
      />
      {isEmpty ? (
        <Field
          label="Title"
          optional
          error={problem}
          hint={`Left empty, it is called “${wantedTitle || usual}”.`}
        >
          {(control) => (
            <Input {...control} value={typedTitle} onChange={(event) => setTitle(event.target.value)} />
          )}
        </Field>
      ) : null}
      <KeptSign count={left} isFull={isFull} isRefused={isRefused} />
      {isSent ? <SentNote storyId={storyId} /> : null}
      <Journal
        entries={entries}
        label={isEmpty ? 'Your entry' : 'Your next entry'}
        hint="Write as you would tell it. Nothing has to be finished today."
        draftKey={journalDraft(storyId)}
        speakers={[]}
        now={null}
        recording={false}
        textClassName="min-h-64 font-story sm:text-lg"
        onPut={put}
        onRemove={remove}
        problemOf={(error) => problem ?? `The entry could not be kept. ${storeWords(error).sentence}`}
      />
    </main>
  )
}

function SentNote({ storyId }: { storyId: string }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-tint p-4 text-leaf"
    >
      <p className="flex items-center gap-3">
        <Check aria-hidden="true" />
        Everything is safe on the server.
      </p>
      <Button variant="outline" size="sm" asChild>
        <Link to="/app/stories/$storyId" params={{ storyId }}>
          Open the story
        </Link>
      </Button>
    </div>
  )
}

/** The entries written here, after those still waiting from an earlier visit. */
function together(written: readonly Entry[], kept: readonly (Entry & { removed?: boolean })[]): Entry[] {
  const removed = new Set(kept.filter((note) => note.removed).map(({ id }) => id))
  const known = new Set(written.map(({ id }) => id))
  const earlier = kept.filter(({ id }) => !known.has(id) && !removed.has(id))
  return [...earlier, ...written.filter(({ id }) => !removed.has(id))]
}
