import { cn } from '../../ui/cn.ts'

type EntryLinkProps = { look: string; className?: string }

/**
 * The link into the app: 'Get Started' for guests, 'Dashboard' for people with a session
 * in this browser. CSS shows one of the two (landing.css).
 */
export function EntryLink({ look, className }: EntryLinkProps) {
  return (
    <>
      <a href="/login" className={cn('for-guests', look, className)}>
        Get Started
      </a>
      <a href="/app" className={cn('for-members', look, className)}>
        Dashboard
      </a>
    </>
  )
}
