import { useQueryClient } from '@tanstack/react-query'
import { auth } from '../features/auth/auth-client.ts'
import { secondFactorsOf } from '../features/auth/second-factor/second-factor.ts'
import { SecondFactorForm } from '../features/auth/second-factor/second-factor-form.tsx'
import { useFactors } from '../features/auth/second-factor/use-factors.ts'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { toastSuccess } from '../ui/toast.tsx'
import { EntryFrame } from './entry-frame.tsx'

/** Shown in place of any page while the password was right and the second factor is still required. */
export function SecondFactorPage() {
  const { user, problem, retry } = useFactors()
  const queries = useQueryClient()

  const leave = async () => {
    // Ends this session only: somebody who knows no more than the password must not be able to end the person's other sessions.
    await auth.signOut({ scope: 'local' })
    queries.clear()
  }

  if (user === undefined && problem === null) return <PageSpinner />
  return (
    <EntryFrame title="One more step" subtitle="Your account asks for a second sign that it is you.">
      {user ? (
        <SecondFactorForm
          factors={secondFactorsOf(user)}
          action="Log In"
          onProven={() => toastSuccess('Welcome back!', "You've successfully logged in.")}
        />
      ) : (
        <ErrorPanel title="This could not be loaded" sentence={problem ?? ''} onRetry={retry} />
      )}
      <Button variant="link" className="-ms-1 mt-6" onClick={leave}>
        Back to log in
      </Button>
    </EntryFrame>
  )
}
