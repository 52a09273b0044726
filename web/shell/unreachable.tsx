import { OfflineDesk } from '../features/offline/offline-desk.tsx'
import { UnfinishedRecordings } from '../features/studio/unfinished-recordings.tsx'
import { Button } from '../ui/button.tsx'

/**
 * Shown when somebody is signed in on this device but the service that would renew the session does not answer. Offers what still works.
 */
export function Unreachable() {
  return (
    <main className="mx-auto flex w-full max-w-[53.75rem] flex-col gap-8 px-4 py-12 sm:py-16">
      <title>Kinora</title>
      <div>
        <h1 className="font-story text-2xl font-semibold sm:text-3xl">Kinora cannot be reached</h1>
        <p className="mt-3 text-muted">
          You are still signed in on this device, and what you have saved is safe. Please check your
          connection.
        </p>
        <Button variant="outline" className="mt-5" onClick={() => window.location.reload()}>
          Try again
        </Button>
      </div>
      <OfflineDesk />
      <UnfinishedRecordings />
    </main>
  )
}
