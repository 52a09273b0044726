import { lazy, Suspense } from 'react'
import { useOnline } from '../../lib/use-online.ts'

const OfflineDesk = lazy(async () => ({ default: (await import('./offline-desk.tsx')).OfflineDesk }))

/** What still works while this device has no network; nothing while it has one. */
export function WithoutNetwork() {
  if (useOnline()) return null
  return (
    <Suspense>
      <div className="mb-8">
        <OfflineDesk />
      </div>
    </Suspense>
  )
}
