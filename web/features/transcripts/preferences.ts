/** How somebody likes to look at transcripts, on this device. */
export type Preferences = { marksUnsure: boolean; follows: boolean }

const KEY = 'kinora.transcript-view'
const usual: Preferences = { marksUnsure: true, follows: true }

export function readPreferences(storage: Storage): Preferences {
  try {
    const { marksUnsure, follows } = JSON.parse(storage.getItem(KEY) ?? '{}') as Partial<Preferences>
    return { marksUnsure: marksUnsure !== false, follows: follows !== false }
  } catch {
    return usual
  }
}

export function keepPreferences(storage: Storage, preferences: Preferences): void {
  try {
    storage.setItem(KEY, JSON.stringify(preferences))
  } catch {
    // They hold until the page is left.
  }
}
