import { cn } from '../../ui/cn.ts'

type EntryLinkProps = { look: string; className?: string }

/** The way in: for guests 'Get Started', for whoever has a session here 'Dashboard'. One of the two shows (landing.css). */
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
