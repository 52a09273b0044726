import { Link } from '@tanstack/react-router'
import { Button } from './button.tsx'

/** The way on where a limit of the plan was met. */
export function PlanLink() {
  return (
    <Button variant="secondary" asChild>
      <Link to="/app/billing">See what the Family Plan brings</Link>
    </Button>
  )
}
