import { isTimeTold, learnTime, nowInstant } from '../../lib/clock.ts'
import { formatDate, formatTime } from '../../lib/format.ts'
import { toldAnew } from '../../lib/told-time.ts'
import { DeviceRecordings } from '../../recorder/device-recordings.ts'
import { createRecordingLocks } from '../../recorder/page/locks.ts'
import { createIndexedDbSpool } from '../../recorder/spool/indexed-db-spool.ts'
import type { Spool, SpoolRecording } from '../../recorder/spool/spool.ts'
import { createHttpUpload, type HttpUploadPorts } from '../../recorder/upload/http-upload.ts'

/** A person's recordings on this device: kept in its database and uploaded through the given client and `fetch`. */
export function recordingsHere(
  userId: string,
  database: IDBDatabase,
  ways: HttpUploadPorts,
): { spool: Spool; recordings: DeviceRecordings } {
  const spool = createIndexedDbSpool(database)
  const upload = createHttpUpload({ ...ways, fetch: learningTime(ways.fetch) })
  const locks = createRecordingLocks()
  const ports = { userId, spool, upload, locks, now: nowInstant, isTimeTold, dated }
  return { spool, recordings: new DeviceRecordings(ports) }
}

async function dated({ startedAt }: SpoolRecording) {
  const told = await toldAnew(startedAt)
  if (told === null) return null
  return { startedAt: told, story: { date: formatDate(told), time: formatTime(told) } }
}

/**
 * Learns the server's time from chunk answers too: during a recording they are the only ones, and the device's clock may be changed then.
 */
const learningTime =
  (fetch: HttpUploadPorts['fetch']): HttpUploadPorts['fetch'] =>
  async (url, init) => {
    const answer = await fetch(url, init)
    learnTime(answer)
    return answer
  }
