import { ErrorPanel } from '../ui/error-panel.tsx'

/** Signed in on this device, but the service that would renew the session does not answer. */
export function Unreachable() {
  return (
    <main className="px-4 py-16">
      <title>Kinora</title>
      <h1 className="sr-only">Kinora</h1>
      <ErrorPanel
        title="Kinora cannot be reached"
        sentence="You are still signed in on this device, and what you have saved is safe. Please check your connection."
        onRetry={() => window.location.reload()}
      />
    </main>
  )
}
