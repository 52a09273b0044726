import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AskForm, type MadeLink } from './ask-form.tsx'
import { LinkList } from './link-list.tsx'
import { MadeLinkCard } from './made-link-card.tsx'

/** A button that opens a dialog to ask somebody without an account, who can answer from anywhere. */
export function AskRelative({ story }: { story: Pick<Story, 'id' | 'title'> }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setIsOpen(true)}>
        <Send size={20} aria-hidden="true" />
        Ask a relative
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Ask a relative"
        description="They open a link, press one large button and tell. They need no account, and see nothing but your question."
      >
        <Asking story={story} />
      </Dialog>
    </>
  )
}

function Asking({ story }: { story: Pick<Story, 'id' | 'title'> }) {
  const [made, setMade] = useState<MadeLink | null>(null)
  const links = useQuery(orpc.recordingLinks.list.queryOptions({ input: { storyId: story.id } }))
  // Each session creates a link for a phone; one that was never opened is of no interest here.
  const asked = links.data?.filter(({ purpose, firstUsedAt }) => purpose === 'relative' || firstUsedAt) ?? []

  return (
    <>
      {made ? (
        <MadeLinkCard made={made} onAnother={() => setMade(null)} />
      ) : (
        <AskForm story={story} onMade={setMade} />
      )}
      {links.isPending ? <Skeleton className="h-16" /> : null}
      <LoadFailure of={links} />
      {asked.length > 0 ? <LinkList links={asked} /> : null}
    </>
  )
}
