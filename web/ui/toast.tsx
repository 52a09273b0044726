import type { ComponentType } from 'react'
import { importing } from '../lib/importing.ts'
import { createStore } from '../lib/store.ts'
import { useWatched } from '../lib/use-watched.ts'
import { type Point, placeOfWork, toastPlace } from './toast-place.ts'

type Tone = 'success' | 'error' | 'info'

const toaster = createStore<ComponentType<{ onReady: () => void }> | null>(null)
let drawn = (): void => undefined
const ready = new Promise<void>((resolve) => {
  drawn = resolve
})

/** Where toasts are rendered, once in the application. Their code is loaded with the first toast, or by `loadToasts`. */
export function ToastPlace() {
  const Drawing = useWatched(toaster)
  return Drawing === null ? null : <Drawing onReady={drawn} />
}

/** Loads the code of toasts in advance, since saying that there is no network is what they are for. */
export async function loadToasts(): Promise<void> {
  await loadToaster().catch(() => undefined)
}

/**
 * Not by React's `lazy`: without a network that would replace the whole page, which may be recording, for a toast that is never
 * the only sign of anything.
 */
async function loadToaster() {
  const loaded = await importing(() => import('./toaster.tsx'))
  toaster.set(loaded.Toaster)
  return loaded.show
}

/** Says that something worked; never the only sign of it. `at` is the place to leave uncovered, if not where somebody last worked. */
export function toastSuccess(title: string, description?: string, at?: Point): void {
  show('success', title, description, at)
}

/**
 * Says that something failed. Never the only sign of a failure: the page says so as well. If it also gives the reason, that is left
 * out here.
 */
export function toastError(title: string, description?: string, at?: Point): void {
  show('error', title, description, at)
}

/** Says something that is neither a success nor a failure. */
export function toastNote(title: string, description?: string): void {
  show('info', title, description)
}

async function show(tone: Tone, title: string, description?: string, at = placeOfWork()): Promise<void> {
  const draw = await loadToaster().catch(() => null)
  if (draw === null) return
  // The toaster shows only toasts that are added after it has been rendered.
  await ready
  const position = toastPlace(at, { width: innerWidth, height: innerHeight })
  draw(tone, title, { position, ...(description ? { description } : {}) })
}
