import { Link } from '@tanstack/react-router'
import { Share2 } from 'lucide-react'
import { Button } from '../ui/button.tsx'

/** A link to managing who may see a person's page. */
export function SharePersonLink({ memberId }: { memberId: string }) {
  return (
    <Button variant="outline" asChild>
      <Link to="/app/sharing-options" search={{ type: 'family_member', id: memberId }}>
        <Share2 size={20} aria-hidden="true" />
        Share
      </Link>
    </Button>
  )
}
