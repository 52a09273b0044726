import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { BackToPrompts, useGoBack } from '../features/prompts/back-to-prompts.tsx'
import { PlaylistDetail } from '../features/prompts/playlist-detail.tsx'
import { TaskDialogs } from '../features/prompts/task-dialogs.tsx'
import type { Task } from '../features/prompts/tasks.ts'
import { sentenceOf } from '../lib/errors.ts'
import { orpc } from '../lib/rpc.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const route = getRouteApi('/app/prompts/playlists/$playlistId')

/** One playlist with its questions. */
export function PlaylistPage() {
  const { playlistId } = route.useParams()
  const navigate = useNavigate()
  const goBack = useGoBack()
  const [task, setTask] = useState<Task | null>(null)
  const [gone, setGone] = useState(false)
  const playlist = useQuery({
    ...orpc.prompts.playlist.queryOptions({ input: { id: playlistId } }),
    enabled: !gone,
  })

  if (playlist.isError && !playlist.data) {
    return (
      <>
        <title>Playlist · Kinora</title>
        <h1 className="sr-only">Playlist</h1>
        <BackToPrompts />
        <ErrorPanel
          title="The playlist could not be loaded"
          sentence={sentenceOf(playlist.error)}
          onRetry={() => playlist.refetch()}
        />
      </>
    )
  }
  if (!playlist.data) return <Waiting />
  return (
    <>
      <title>{`${playlist.data.name} · Kinora`}</title>
      <PlaylistDetail playlist={playlist.data} onTask={setTask} />
      <TaskDialogs
        task={task}
        onTask={setTask}
        onEnd={() => setTask(null)}
        onDeleted={() => {
          // Marks the playlist as gone, because fetching it again would only fail.
          setGone(true)
          if (goBack) goBack()
          else navigate({ to: '/app/prompts' })
        }}
      />
    </>
  )
}

function Waiting() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">The playlist is being loaded</span>
      <Skeleton className="h-10 w-2/3" />
      <Skeleton className="h-6 w-1/2" />
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
    </div>
  )
}
