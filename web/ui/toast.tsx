import type { ComponentType } from 'react'
import { importing } from '../lib/importing.ts'
import { createStore } from '../lib/store.ts'
import { useWatched } from '../lib/use-watched.ts'
import { type Point, placeOfWork, toastPlace } from './toast-place.ts'

type Tone = 'success' | 'error' | 'info'

/**
 * A message waits while the mouse rests on it. Often the mouse rests there for what lies below, which can only be pressed once
 * the message has gone: in the end it goes all the same.
 */
const SHOWN_MS_MAX = 12_000

const toaster = createStore<ComponentType<{ onReady: () => void }> | null>(null)
let drawn = (): void => undefined
const ready = new Promise<void>((resolve) => {
  drawn = resolve
})

/** The place for toasts, once in the application. What draws them is loaded with the first one, or in good time. */
export function ToastPlace() {
  const Drawing = useWatched(toaster)
  return Drawing === null ? null : <Drawing onReady={drawn} />
}

/** Has toasts at hand for when there is no network: to say so is what they are for. */
export async function loadToasts(): Promise<void> {
  await loadToaster().catch(() => undefined)
}

/**
 * Not by React's `lazy`: without a network that would take away the whole page, which may be recording, for a message that is never
 * the only sign of anything.
 */
async function loadToaster() {
  const loaded = await importing(() => import('./toaster.tsx'))
  toaster.set(loaded.Toaster)
  return loaded.show
}

/** Says that something worked. Never the only sign of it. `at`: what it leaves alone, where that is not where somebody is at work. */
export function toastSuccess(title: string, description?: string, at?: Point): void {
  show('success', title, description, at)
}

/**
 * Says that something failed. Never the only sign of a failure: the page says it too, and where it says why, that is not told here
 * a second time.
 */
export function toastError(title: string, description?: string, at?: Point): void {
  show('error', title, description, at)
}

/** Says something that is neither. */
export function toastNote(title: string, description?: string): void {
  show('info', title, description)
}

async function show(tone: Tone, title: string, description?: string, at = placeOfWork()): Promise<void> {
  const draw = await loadToaster().catch(() => null)
  if (draw === null) return
  // The toaster shows only what is said after it stands in the page.
  await ready
  const position = toastPlace(at, { width: innerWidth, height: innerHeight })
  const id = draw[tone](title, { position, ...(description ? { description } : {}) })
  setTimeout(() => draw.dismiss(id), SHOWN_MS_MAX)
}
