import { Link } from '@tanstack/react-router'
import { MemberCard } from '../features/family/member-card.tsx'
import { SharedList } from '../features/sharing/shared-list.tsx'
import { DeletedStoryNote } from '../features/stories/deleted-story-note.tsx'
import { StoryCard } from '../features/stories/story-card.tsx'
import { StorybookCard } from '../features/storybooks/storybook-card.tsx'
import { Button } from '../ui/button.tsx'
import { ConversationDrawing } from '../ui/drawings/conversation.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** What other people share with this person. */
export function SharedPage() {
  return (
    <>
      <title>Shared with me · Kinora</title>
      <PageHeader
        title="Shared with me"
        subtitle="Stories, storybooks and people of the family that others keep, and let you see."
      />
      <DeletedStoryNote />
      <SharedList
        card={(story) => <StoryCard story={story} />}
        bookCard={(book) => <StorybookCard book={book} />}
        memberCard={(member) => <MemberCard member={member} />}
        empty={
          <EmptyState
            drawing={<ConversationDrawing />}
            title="Nothing is shared with you yet"
            sentence="When somebody in your family shares a story, a storybook or somebody’s page with you, it is here."
            action={
              <Button variant="outline" size="lg" asChild>
                <Link to="/app/stories">Go to your stories</Link>
              </Button>
            }
          />
        }
      />
    </>
  )
}
