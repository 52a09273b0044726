import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '../features/auth/session.tsx'
import type { BookWords } from '../features/storybooks/book-words.ts'
import { DeletedStorybookNote } from '../features/storybooks/deleted-storybook-note.tsx'
import { MonthMeter } from '../features/storybooks/month-meter.tsx'
import { NewStorybookDialog } from '../features/storybooks/storybook-dialog.tsx'
import { StorybooksGrid } from '../features/storybooks/storybooks-grid.tsx'
import { useMonth, useStorybookActions } from '../features/storybooks/use-storybooks.ts'
import { isPassing, sentenceOf } from '../lib/errors.ts'
import { countOf } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { AlbumDrawing } from '../ui/drawings/album.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PlanDialog } from '../ui/plan-limit.tsx'
import { toastError, toastSuccess } from '../ui/toast.tsx'
import { isAnythingUnsaved } from '../ui/unsaved.ts'

const route = getRouteApi('/app/storybooks')

/** All storybooks, and the button for a new one. `?new` opens its dialog. */
export function StorybooksPage() {
  const open = route.useSearch().new !== undefined
  const navigate = useNavigate()
  const { create } = useStorybookActions()
  const month = useMonth()
  const { id: personId } = useUser()
  // The book being created may be the last one of the month: its dialog stays until it exists, even if the answer was lost.
  const isMade = create.isPending || create.isSuccess || (create.isError && isPassing(create.error))
  const isFullNow = month.isFull && !isMade
  const [isFull, setFull] = useState(isFullNow)
  // If the month's limit is reached elsewhere meanwhile, a half-written book is not discarded: the server refuses it when it is sent.
  const isWritten = open && !isFull && isAnythingUnsaved()
  if (isFullNow !== isFull && !isWritten) setFull(isFullNow)

  const show = (wanted: boolean) => {
    create.reset()
    navigate({ to: '/app/storybooks', search: wanted ? { new: true } : {}, state: true, replace: !wanted })
  }
  const save = ({ id, title, description, stories }: BookWords & { id: string }) =>
    create.mutate(
      { id, title, description, storyIds: stories.map((story) => story.id) },
      {
        onSuccess: () => {
          toastSuccess('Storybook added successfully')
          navigate({ to: '/app/storybooks/$storybookId', params: { storybookId: id } })
        },
        onError: () => toastError('Failed to add storybook'),
      },
    )

  return (
    <>
      <title>Storybooks · Kinora</title>
      <PageHeader
        title="Storybooks"
        subtitle="Stories that belong together, bound with the voices that told them."
        action={
          <Button size="lg" onClick={() => show(true)}>
            <Plus aria-hidden="true" />
            New Storybook
          </Button>
        }
      />
      <DeletedStorybookNote />
      <MonthMeter />
      <StorybooksGrid
        empty={
          <EmptyState
            drawing={<AlbumDrawing />}
            title="No storybooks yet"
            sentence="Choose a few stories, and they become a book whose every page can be heard."
            action={
              <Button variant="hero" size="lg" onClick={() => show(true)}>
                Create Your First Storybook
              </Button>
            }
          />
        }
      />
      <NewStorybookDialog
        open={open && !isFull}
        onOpenChange={show}
        personId={personId}
        busy={create.isPending}
        error={create.isError ? sentenceOf(create.error) : null}
        onSave={save}
      />
      {isFull ? (
        <PlanDialog open={open} onOpenChange={show} title="Storybook Limit Reached">
          <p>
            The {countOf(month.allowed ?? 0, 'storybook')} that your plan holds for this month are made. They
            stay, and can be changed at any time. Next month there is room for new ones.
          </p>
        </PlanDialog>
      ) : null}
    </>
  )
}
