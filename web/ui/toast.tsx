import { lazy, Suspense, useSyncExternalStore } from 'react'

type Tone = 'success' | 'error' | 'info'

/**
 * A message waits while the mouse rests on it. Often the mouse rests there for what lies below, which can only be pressed once
 * the message has gone: in the end it goes all the same.
 */
const SHOWN_MS_MAX = 12_000

const loadToaster = () => import('./toaster.tsx')
const Toaster = lazy(async () => ({ default: (await loadToaster()).Toaster }))

let wanted = false
let drawn = (): void => undefined
const ready = new Promise<void>((resolve) => {
  drawn = resolve
})
const listeners = new Set<() => void>()

/** The place for toasts, once in the application. What draws them is loaded with the first one. */
export function ToastPlace() {
  const shown = useSyncExternalStore(subscribe, () => wanted)
  if (!shown) return null
  return (
    <Suspense>
      <Toaster onReady={drawn} />
    </Suspense>
  )
}

/** Says that something worked. Never the only sign of it. */
export function toastSuccess(title: string, description?: string): void {
  show('success', title, description)
}

/** Says that something failed. Never the only sign of a failure: the page says it too. */
export function toastError(title: string, description?: string): void {
  show('error', title, description)
}

/** Says something that is neither. */
export function toastNote(title: string, description?: string): void {
  show('info', title, description)
}

async function show(tone: Tone, title: string, description: string | undefined): Promise<void> {
  wanted = true
  for (const listener of listeners) listener()
  const { show: draw } = await loadToaster()
  // The toaster shows only what is said after it stands in the page.
  await ready
  const id = draw[tone](title, description ? { description } : {})
  setTimeout(() => draw.dismiss(id), SHOWN_MS_MAX)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
