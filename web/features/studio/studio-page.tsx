import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { v7 as newId } from 'uuid'
import type { StoryMethod } from '#contract/stories.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { PageSpinner } from '../../ui/spinner.tsx'
import { storeWords } from './failure-words.ts'
import { openSession } from './open-session.ts'
import type { StudioSlots } from './slots.ts'
import { Studio } from './studio.tsx'
import { useDarkRoom } from './use-dark-room.ts'

export type StudioPageProps = StudioSlots & {
  /** Empty for a story that does not exist yet. */
  storyId: string
  title: string
  description: string
  mode: StoryMethod
  /** Whether the story already has recordings, to which this session adds. */
  further: boolean
  /** How many parts the story had according to the page that linked here, if that page said so. */
  parts?: number
  /** The length of those parts together, in seconds. */
  seconds?: number
  /** The question to begin with, or the playlist to step through. */
  prompt?: string
  playlist?: string
}

/** The recording studio, full screen and dark: opens what it needs, or says why it cannot. */
export function StudioPage(props: StudioPageProps) {
  const { storyId, title, description, mode, further, parts, seconds, prompt, playlist, ...slots } = props
  const [id] = useState(() => storyId || newId())
  useInAddress(id, storyId === '')
  useDarkRoom()
  const opened = useQuery({
    queryKey: ['studio', id],
    queryFn: () => openSession({ storyId: id, title, description, mode, further, parts, seconds }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnMount: false,
    refetchOnReconnect: false,
  })

  if (opened.isSuccess)
    return <Studio {...opened.data} {...slots} mode={mode} wanted={{ prompt, playlist }} />
  return (
    <main className="flex min-h-dvh flex-col justify-center p-4">
      <title>Studio · Kinora</title>
      <h1 className="sr-only">Recording studio</h1>
      {opened.isPending ? (
        <PageSpinner label="Opening the studio" />
      ) : (
        <CannotKeep error={opened.error} onRetry={opened.refetch} />
      )}
    </main>
  )
}

/** A reload, or a tab that is restored, opens the same story again: what was begun in it is found nowhere else. */
function useInAddress(id: string, isMissing: boolean): void {
  const navigate = useNavigate({ from: '/app/studio' })
  useEffect(() => {
    if (!isMissing) return
    navigate({
      to: '.',
      search: (before: object) => ({ ...before, storyId: id }),
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    })
  }, [navigate, id, isMissing])
}

function CannotKeep({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { title, sentence } = storeWords(error)
  return (
    <ErrorPanel
      title={title}
      sentence={sentence}
      onRetry={onRetry}
      action={
        <Button variant="outline" asChild>
          <Link to="/app/stories">Back to Stories</Link>
        </Button>
      }
    />
  )
}
