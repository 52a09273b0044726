import { Link, useNavigate } from '@tanstack/react-router'
import { NewPasswordForm } from '../features/auth/new-password-form.tsx'
import { useSession } from '../features/auth/session.tsx'
import { Button } from '../ui/button.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { toastSuccess } from '../ui/toast.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { SecondFactorPage } from './second-factor-page.tsx'

/**
 * Where a redeemed recovery link leads. A page of its own, because the link works once: whoever reloads here, or
 * comes back to the tab later, is still signed in by it and can still choose.
 */
export function NewPasswordPage() {
  const { state } = useSession()
  const navigate = useNavigate()

  if (state === 'unknown') return <PageSpinner />
  if (state === 'out' || state === 'unreachable') return <AskAgain />

  // The link proved the mailbox; an account with a second factor asks for that as well before its password changes.
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
