import { nowInstant } from '../../lib/clock.ts'
import { DeviceRecordings } from '../../recorder/device-recordings.ts'
import { createRecordingLocks } from '../../recorder/page/locks.ts'
import { createIndexedDbSpool } from '../../recorder/spool/indexed-db-spool.ts'
import type { Spool } from '../../recorder/spool/spool.ts'
import { createHttpUpload, type HttpUploadPorts } from '../../recorder/upload/http-upload.ts'

/** What somebody records on this device: kept in its database, and brought to the server by these ways. */
export function recordingsHere(
  userId: string,
  database: IDBDatabase,
  ways: HttpUploadPorts,
): { spool: Spool; recordings: DeviceRecordings } {
  const spool = createIndexedDbSpool(database)
  const upload = createHttpUpload(ways)
  const locks = createRecordingLocks()
  return { spool, recordings: new DeviceRecordings({ userId, spool, upload, locks, now: nowInstant }) }
}
