import { useState } from 'react'
import { deviceMemory } from './device-memory.ts'
import { idOnDevice } from './request.ts'
import { createStore, type Store } from './store.ts'
import { useWatched } from './use-watched.ts'

/**
 * Text that survives a closed tab, stored for the signed-in person alone: others who use this device do not find it. Where the browser
 * stores nothing, it lives as long as the page. An editor that is mounted anew shares it with the one before it, whose words may be
 * under way still.
 *
 * @returns the text, and functions that set it and read it at any time, also once this editor is gone
 */
export function useDraft(of: string): [string, (text: string) => void, () => string] {
  // Its owner stays the same even if the session ends while the text is being written.
  const [key] = useState(() => keyOf(of))
  const [draft] = useState(() => draftAt(key))
  return [useWatched(draft), (text) => write(key, text), () => read(key)]
}

/** The draft of the signed-in person in this browser; empty where there is none. */
export function readDraft(of: string): string {
  return read(keyOf(of))
}

/** Whether the browser has stored the draft; if its storage is full or blocked, the draft is lost with the page. */
export const isDraftKept = (of: string): boolean => deviceMemory.isKept(keyOf(of))

/** Removes a draft that was saved or discarded, also from the editor that shows it. */
export function dropDraft(of: string): void {
  write(keyOf(of), '')
}

/** The drafts that editors show at present, by their storage names. */
const shown = new Map<string, Store<string>>()

function draftAt(key: string): Store<string> {
  const known = shown.get(key)
  if (known) return known
  const { get, set, watch } = createStore(read(key))
  let watchers = 0
  // Another tab has saved its words and removed them: these same words, or others which it had stored over these.
  const keepOwn = (event: StorageEvent) => {
    if (event.key !== key || event.newValue !== null || get() === '') return
    if (get() === event.oldValue) set('')
    else deviceMemory.setItem(key, get())
  }
  const draft: Store<string> = {
    get,
    set,
    watch: (watcher) => {
      shown.set(key, draft)
      if (watchers === 0) window.addEventListener('storage', keepOwn)
      watchers += 1
      const stop = watch(watcher)
      return () => {
        stop()
        watchers -= 1
        if (watchers > 0) return
        window.removeEventListener('storage', keepOwn)
        // The next editor begins with what is stored by then, which another tab may have written.
        shown.delete(key)
      }
    },
  }
  return draft
}

const read = (key: string): string => shown.get(key)?.get() ?? deviceMemory.getItem(key) ?? ''

function write(key: string, text: string): void {
  const draft = shown.get(key)
  // What another tab has stored over it is that tab's: it may be asleep, and closed before it could store it again.
  const isOwn = draft === undefined || draft.get() === deviceMemory.getItem(key)
  if (text !== '') deviceMemory.setItem(key, text)
  else if (isOwn) deviceMemory.removeItem(key)
  draft?.set(text)
}

/** The storage name of the draft entry in a story's journal. */
export const journalDraft = (storyId: string) => `kinora.journal.${storyId}`

/** The storage name of the draft comment on a story. */
export const commentDraft = (storyId: string) => `kinora.comment.${storyId}`

const keyOf = (of: string) => `${of}.${idOnDevice() ?? 'nobody'}`
