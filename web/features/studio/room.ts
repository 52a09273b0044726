import { useEffect, useState } from 'react'
import type { RecordingQuality } from '#contract/recordings.ts'
import { secondsIn } from '../../recorder/capture/formats.ts'
import { roomOnDevice } from '../../recorder/page/room.ts'

/** Above this nobody needs to hear of it. */
const tellBelowSeconds = 60 * 60
const lookEveryMs = 30_000

/** How many seconds of recording, or of sound alone, this device still has room for, once that is less than an hour; else null. */
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
