import { useEffect, useState } from 'react'
import { importing } from '../../lib/importing.ts'
import { loadedQuietly } from '../../ui/loaded-quietly.tsx'
import { hasSpool } from './has-spool.ts'

const DeviceBanner = loadedQuietly(
  async () => (await importing(() => import('./device-banner.tsx'))).DeviceBanner,
)

/**
 * What this device still holds of earlier recordings: offers what broke off, shows what is being sent. Renders nothing
 * where nothing was ever recorded, and loads the recorder only where something was.
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
