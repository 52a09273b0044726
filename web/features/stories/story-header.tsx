import { NotebookPen, Pencil, Trash2, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { mayChange, mayManage } from '#contract/rights.ts'
import type { Story } from '#contract/stories.ts'
import { countOf } from '../../lib/format.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { StoryFact, StoryFacts, StoryTitle } from '../../ui/story-head.tsx'
import { DeleteStoryDialog } from './delete-story-dialog.tsx'
import { DownloadButton } from './download-button.tsx'
import { EditStoryDialog } from './edit-story-dialog.tsx'
import { playableParts } from './playable-part.ts'

/** The head of a story's page: its title, date and length, and the commands for the story. */
export function StoryHeader({ story, actions }: { story: Story; actions?: ReactNode }) {
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const close = () => setDialog(null)
  const [first] = playableParts(story)

  return (
    <header className="mb-6">
      <div className="mb-4">
        {story.ownerName === null ? (
          <BackLink to="/app/stories">Back to Stories</BackLink>
        ) : (
          <BackLink to="/app/shared">Back to Shared with me</BackLink>
        )}
      </div>
      <StoryTitle story={story} />
      <StoryFacts story={story}>
        <StoryFact icon={NotebookPen}>{countOf(story.notes.length, 'note')}</StoryFact>
        {story.ownerName === null ? null : (
          <StoryFact icon={UsersRound}>
            <span className="wrap-anywhere">
              Shared by <bdi>{story.ownerName || 'somebody'}</bdi>
            </span>
          </StoryFact>
        )}
      </StoryFacts>
      <div className="mt-6 flex flex-wrap gap-3">
        {mayChange(story.role) ? (
          <Button variant="outline" onClick={() => setDialog('edit')}>
            <Pencil size={20} aria-hidden="true" />
            Edit
          </Button>
        ) : null}
        {actions}
        {first ? <DownloadButton mediaId={first.originalMediaId}>Download</DownloadButton> : null}
        {mayManage(story.role) ? (
          <Button variant="ghost" className="ms-auto text-danger!" onClick={() => setDialog('delete')}>
            <Trash2 size={20} aria-hidden="true" />
            Delete
          </Button>
        ) : null}
      </div>
      <EditStoryDialog story={story} open={dialog === 'edit'} onOpenChange={close} />
      <DeleteStoryDialog story={story} open={dialog === 'delete'} onOpenChange={close} />
    </header>
  )
}
