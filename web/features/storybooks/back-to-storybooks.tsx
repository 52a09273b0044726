import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

/** The way back to the list. */
export function BackToStorybooks() {
  return (
    <Button variant="ghost" size="sm" className="-ms-4" asChild>
      <Link to="/app/storybooks" search={{}}>
        <ArrowLeft size={22} className="rtl:-scale-x-100" aria-hidden="true" />
        Back to Storybooks
      </Link>
    </Button>
  )
}
