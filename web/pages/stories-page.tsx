import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus, Trash2, UsersRound } from 'lucide-react'
import { BegunWords } from '../features/offline/begun-words.tsx'
import { WithoutNetwork } from '../features/offline/without-network.tsx'
import { DeletedStoryNote } from '../features/stories/deleted-story-note.tsx'
import { NewStoryDialog } from '../features/stories/new-story-dialog.tsx'
import { useStartStory } from '../features/stories/start-story.ts'
import { isStorageFull } from '../features/stories/storage.ts'
import { StorageBar } from '../features/stories/storage-bar.tsx'
import { StorageLimitNote } from '../features/stories/storage-limit-note.tsx'
import { StoriesList } from '../features/stories/stories-list.tsx'
import { UnfinishedRecordings } from '../features/studio/unfinished-recordings.tsx'
import { orpc } from '../lib/rpc.ts'
import { Button } from '../ui/button.tsx'
import { AlbumDrawing } from '../ui/drawings/album.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PlanDialog } from '../ui/plan-limit.tsx'

const route = getRouteApi('/app/stories')

/** All stories, and the button for a new one. `?new` opens its dialog, so that it can be linked to. */
export function StoriesPage() {
  const { new: wanted } = route.useSearch()
  const navigate = route.useNavigate()
  const usage = useQuery(orpc.account.usage.queryOptions())
  const { start, busy, error, reset } = useStartStory()
  const full = usage.data ? isStorageFull(usage.data) : false

  const show = (open: boolean) => {
    reset()
    navigate({ to: '/app/stories', search: open ? { new: 'recording' } : {}, state: true, replace: !open })
  }
  const open = wanted !== undefined

  return (
    <>
      <title>Stories · Kinora</title>
      <PageHeader
        title="Stories"
        subtitle="What your family has told, written and kept."
        action={
          <div className="flex flex-col-reverse gap-3 sm:flex-row">
            <Button variant="outline" size="lg" asChild>
              <Link to="/app/shared">
                <UsersRound aria-hidden="true" />
                Shared with me
              </Link>
            </Button>
            <Button size="lg" onClick={() => show(true)}>
              <Plus aria-hidden="true" />
              New Story
            </Button>
          </div>
        }
      />
      <DeletedStoryNote />
      <WithoutNetwork />
      <UnfinishedRecordings />
      <BegunWords />
      <StorageBar />
      <StoriesList
        empty={
          <EmptyState
            drawing={<AlbumDrawing />}
            title="No stories yet"
            sentence="The first page of your album is waiting. Sit down with somebody and press record."
            action={
              <Button variant="hero" size="lg" onClick={() => show(true)}>
                Record Your First Story
              </Button>
            }
          />
        }
      />
      <p className="mt-10">
        <Button variant="ghost" className="-ms-6" asChild>
          <Link to="/app/trash">
            <Trash2 aria-hidden="true" />
            Trash
          </Link>
        </Button>
      </p>
      <NewStoryDialog
        open={open && !full}
        onOpenChange={show}
        preferred={wanted}
        busy={busy}
        error={error}
        onChoose={start}
      />
      {full ? (
        <PlanDialog open={open} onOpenChange={show} title="Storage Limit Reached">
          <StorageLimitNote />
        </PlanDialog>
      ) : null}
    </>
  )
}
