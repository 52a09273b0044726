import type { DeviceRecordings } from '../../recorder/device-recordings.ts'
import { keptWords } from './kept-words.ts'

/** Discards a recording that is on its way. Resolves to why that was not possible, in words; null once it is discarded. */
export async function discardDelivery(
  recordings: Pick<DeviceRecordings, 'giveUp'>,
  recordingId: string,
): Promise<string | null> {
  try {
    await recordings.giveUp(recordingId)
    return null
  } catch (error) {
    return keptWords('It was not discarded.', error)
  }
}
