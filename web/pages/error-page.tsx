import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { sentenceOf } from '../lib/errors.ts'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'

/** What stands in a page's place when it failed: the rest of the application goes on around it. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  // A page that was open while Kinora was updated asks for files that are no longer there: a reload brings the new ones.
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
