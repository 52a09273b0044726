import { importing } from '../lib/importing.ts'
import { newVersion } from './new-version.ts'

const AGAIN_MS = 30_000

/** How often a page that stays open asks whether the server still has its version. */
const askEveryMs = 3_600_000

/** What a tab must have also when the server has a newer version, and no longer the files of this one. */
const pieces: (() => Promise<unknown>)[] = [
  () => import('./signed-out.tsx'),
  () => import('./open-user-menu.tsx'),
  () => import('./app-palette.tsx'),
  () => import('./update-notice.tsx'),
]

/**
 * Keeps this tab usable after an update, and offers the newer version: when the server is asked next, and at once where a file of this
 * version could not be loaded.
 */
export function outliveUpdates(): void {
  keepAtHand()
  window.addEventListener('vite:preloadError', tellIfOld)
  setInterval(tellIfOld, askEveryMs)
}

/** Loads the pieces, and tries again while one cannot be loaded. What has been loaded once stays in the tab. */
async function keepAtHand(): Promise<void> {
  const loaded = await Promise.allSettled(pieces.map(importing))
  if (loaded.some(({ status }) => status === 'rejected')) setTimeout(keepAtHand, AGAIN_MS)
}

/**
 * Asks the server whether it still has this version, unless a newer one waits on this device already. This file stands for the version: its
 * name changes with every other, since it names the page's first script.
 */
async function tellIfOld(): Promise<void> {
  const known = newVersion.get()
  if (known === 'served' || known?.state === 'installed') return
  const answer = await fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (answer?.status === 404) newVersion.set('served')
}
