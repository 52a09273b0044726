import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { sentenceOf } from '../lib/errors.ts'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'

/** Shown in place of a page that failed; the rest of the application keeps working around it. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  // A page that was open while Kinora was updated requests files that no longer exist: reloading fetches the new ones.
  const outdated =
    error instanceof Error &&
    /dynamically imported module|importing a module script|preload/i.test(error.message)

  const retry = () => {
    if (outdated) return window.location.reload()
    reset()
    router.invalidate()
  }

  return (
    <main className="px-4 py-16">
      <ErrorPanel
        title="This page could not be shown"
        sentence={outdated ? 'The page could not be loaded. Please try again.' : sentenceOf(error)}
        onRetry={retry}
        action={
          <Button variant="outline" asChild>
            <Link to="/app">Go to Home</Link>
          </Button>
        }
      />
    </main>
  )
}
