import { deviceMemory } from '../../lib/device-memory.ts'

/** A person's view settings for transcripts, kept on this device. */
export type Preferences = { marksUnsure: boolean; follows: boolean }

const KEY = 'kinora.transcript-view'
const usual: Preferences = { marksUnsure: true, follows: true }

export function readPreferences(): Preferences {
  try {
    const { marksUnsure, follows } = JSON.parse(deviceMemory.getItem(KEY) ?? '{}') as Partial<Preferences>
    return { marksUnsure: marksUnsure !== false, follows: follows !== false }
  } catch {
    return usual
  }
}

export function keepPreferences(preferences: Preferences): void {
  deviceMemory.setItem(KEY, JSON.stringify(preferences))
}
