import { MessageSquarePlus } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

/** A button below the player to comment on the current moment. */
export function CommentHere({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="outline" onClick={onClick}>
      <MessageSquarePlus size={22} aria-hidden="true" />
      Comment on this moment
    </Button>
  )
}
