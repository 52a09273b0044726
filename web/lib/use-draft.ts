import { useState } from 'react'
import { deviceMemory } from './device-memory.ts'
import { idOnDevice } from './request.ts'

/**
 * Text that survives a closed tab, for whoever has begun it: others who use this device do not find it. Where the browser
 * keeps nothing, it lives as long as the page.
 */
export function useDraft(of: string): [string, (text: string) => void] {
  // Whose it is stays so when the session ends while it is written.
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

/** What whoever is signed in has begun there, in this browser; empty where nothing was. */
export function readDraft(of: string): string {
  return deviceMemory.getItem(keyOf(of)) ?? ''
}

/** For what became of it: the editor that shows it is gone, or about to go. */
export function dropDraft(of: string): void {
  deviceMemory.removeItem(keyOf(of))
}

/** Under which name a story's journal keeps the entry that somebody has begun. */
export const journalDraft = (storyId: string) => `kinora.journal.${storyId}`

/** Under which name a story's comment is kept that somebody has begun. */
export const commentDraft = (storyId: string) => `kinora.comment.${storyId}`

const keyOf = (of: string) => `${of}.${idOnDevice() ?? 'nobody'}`
