import { Link, useNavigate } from '@tanstack/react-router'
import { NewPasswordForm } from '../features/auth/new-password-form.tsx'
import { useSession } from '../features/auth/session.tsx'
import { Button } from '../ui/button.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { toastSuccess } from '../ui/toast.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { SecondFactorPage } from './second-factor-page.tsx'

/**
 * The page that follows a redeemed recovery link. It has an address of its own because the
 * link works only once: after a reload, or on returning to the tab later, the session from the
 * link still exists, and the password can still be chosen.
 */
export function NewPasswordPage() {
  const { state } = useSession()
  const navigate = useNavigate()

  if (state === 'unknown') return <PageSpinner />
  if (state === 'out' || state === 'unreachable') return <AskAgain />

  // The link has proven access to the mailbox; an account with a second factor requires that as well before its password changes.
  if (state === 'half in') return <SecondFactorPage />

  const done = () => {
    toastSuccess('Password changed', 'You are logged in.')
    navigate({ to: '/app' })
  }
  return (
    <EntryFrame title="Choose a new password">
      <NewPasswordForm onSet={done} />
    </EntryFrame>
  )
}

function AskAgain() {
  return (
    <EntryFrame
      title="Choose a new password"
      subtitle="For that you need a new link: the one from your mail is no longer open here."
    >
      <Button size="lg" className="w-full" asChild>
        <Link to="/forgot-password">Send me a new link</Link>
      </Button>
    </EntryFrame>
  )
}
