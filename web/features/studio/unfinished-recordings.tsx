import { useEffect, useState } from 'react'
import { importing } from '../../lib/importing.ts'
import { loadedQuietly } from '../../ui/loaded-quietly.tsx'
import { hasSpool } from './has-spool.ts'

const DeviceBanner = loadedQuietly(
  async () => (await importing(() => import('./device-banner.tsx'))).DeviceBanner,
)

/**
 * What this device still holds of earlier recordings: offers those that broke off, and shows those being sent. Renders nothing, and
 * does not load the recorder, where nothing was ever recorded.
 */
export function UnfinishedRecordings() {
  const [has, setHas] = useState(false)
  useEffect(() => {
    let gone = false
    hasSpool().then((has) => {
      if (!gone) setHas(has)
    })
    return () => {
      gone = true
    }
  }, [])

  return has ? <DeviceBanner /> : null
}
