import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '../ui/button.tsx'
import { LostPageDrawing } from '../ui/drawings/lost-page.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Shown for unknown paths. */
export function NotFoundPage() {
  const path = useLocation({ select: (location) => location.pathname })

  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the specification asks for unknown paths in the console
    console.warn(`404: no page at ${path}`)
  }, [path])

  return (
    <main className="flex min-h-dvh items-center">
      <title>Page not found · Kinora</title>
      <EmptyState
        heading="h1"
        drawing={<LostPageDrawing />}
        title="Oops! Page not found"
        sentence="The address may have a typing mistake in it, or the page has moved. Your stories are where you left them."
        action={
          <Button size="lg" asChild>
            <a href="/">Return to Home</a>
          </Button>
        }
      />
    </main>
  )
}
