import { useEffect, useState } from 'react'
import type { RecordingQuality } from '#contract/recordings.ts'
import { secondsIn } from '../../recorder/capture/formats.ts'
import { roomOnDevice } from '../../recorder/page/room.ts'

/** With more room than this, no warning is needed. */
const tellBelowSeconds = 60 * 60
const lookEveryMs = 30_000

/** How many seconds of recording (of sound alone if `quality` is null) this device has room for, if less than an hour; else null. */
export function useLittleRoom(quality: RecordingQuality | null): number | null {
  const [bytes, setBytes] = useState<number | null>(null)

  useEffect(() => {
    const look = async () => setBytes(await roomOnDevice())
    look()
    const timer = setInterval(look, lookEveryMs)
    return () => clearInterval(timer)
  }, [])

  const seconds = bytes === null ? null : secondsIn(bytes, quality)
  return seconds !== null && seconds < tellBelowSeconds ? seconds : null
}
