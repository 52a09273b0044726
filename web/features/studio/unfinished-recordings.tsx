import { lazy, Suspense, useEffect, useState } from 'react'
import { databaseName } from '../../recorder/spool/database-name.ts'

const DeviceBanner = lazy(async () => ({ default: (await import('./device-banner.tsx')).DeviceBanner }))

/**
 * What this device still holds of earlier recordings: offers what broke off, shows what is being sent. Renders nothing
 * where nothing was ever recorded, and loads the recorder only where something was.
 */
export function UnfinishedRecordings() {
  const [hasSpool, setHasSpool] = useState(false)
  useEffect(() => {
    let gone = false
    hasDatabase().then((has) => {
      if (!gone) setHasSpool(has)
    })
    return () => {
      gone = true
    }
  }, [])

  if (!hasSpool) return null
  return (
    <Suspense>
      <DeviceBanner />
    </Suspense>
  )
}

/** Older browsers do not list databases; there the recorder is loaded to find out. */
async function hasDatabase(): Promise<boolean> {
  if (!('indexedDB' in window)) return false
  if (!indexedDB.databases) return true
  const known = await indexedDB.databases().catch(() => [])
  return known.some(({ name }) => name === databaseName)
}
