import { useState } from 'react'
import { deviceMemory } from './device-memory.ts'
import { idOnDevice } from './request.ts'

/**
 * Text that survives a closed tab, stored for the signed-in person alone: others who use this device do not find it. Where the browser
 * stores nothing, it lives as long as the page.
 */
export function useDraft(of: string): [string, (text: string) => void] {
  // Its owner stays the same even if the session ends while the text is being written.
  const [key] = useState(() => keyOf(of))
  const [text, setText] = useState(() => deviceMemory.getItem(key) ?? '')
  return [
    text,
    (next) => {
      setText(next)
      if (next === '') deviceMemory.removeItem(key)
      else deviceMemory.setItem(key, next)
    },
  ]
}

/** The draft of the signed-in person in this browser; empty where there is none. */
export function readDraft(of: string): string {
  return deviceMemory.getItem(keyOf(of)) ?? ''
}

/** Removes a draft that was saved or discarded. Only for when the editor that shows it is gone, or about to go. */
export function dropDraft(of: string): void {
  deviceMemory.removeItem(keyOf(of))
}

/** The storage name of the draft entry in a story's journal. */
export const journalDraft = (storyId: string) => `kinora.journal.${storyId}`

/** The storage name of the draft comment on a story. */
export const commentDraft = (storyId: string) => `kinora.comment.${storyId}`

const keyOf = (of: string) => `${of}.${idOnDevice() ?? 'nobody'}`
