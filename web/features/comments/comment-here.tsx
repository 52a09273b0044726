import { MessageSquarePlus } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

/** Below the player: says something about what is being watched. */
export function CommentHere({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="outline" onClick={onClick}>
      <MessageSquarePlus size={22} aria-hidden="true" />
      Comment on this moment
    </Button>
  )
}
