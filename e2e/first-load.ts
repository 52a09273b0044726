import { setTimeout as after } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'

/** The most script and style that may be loaded, in decimal kilobytes, gzipped at the default level whatever the server used. */
export const firstLoadMost = { dashboard: 180, studio: 120 }

/** A page may go on loading after it has rendered: it counts as loaded once nothing has arrived for this long. */
const QUIET_MS = 2_000

/** What a tab that stays open fetches for later, from so many milliseconds on, nobody waits for either. */
const LATER_MS = 30_000

function leaveOutLater(laterMs: number): void {
  const own = window.setTimeout
  Object.assign(window, {
    setTimeout: (work: TimerHandler, ms = 0) => (ms >= laterMs ? 0 : own(work, ms)),
  })
}

/** The studio loads its journal by itself some seconds later, and nobody waits for it. */
const journal = /\/assets\/journal-[^/]+\.js$/

/** What a browser with an empty cache loads for the dashboard, and for the studio in addition, in kilobytes. */
export async function measureFirstLoad(page: Page): Promise<Record<keyof typeof firstLoadMost, number>> {
  const files = filesOf(page)
  await page.addInitScript(leaveOutLater, LATER_MS)
  await page.goto('/app')
  await page.getByText('Stories Recorded').waitFor()
  for (let known = -1; known < files.size; await after(QUIET_MS)) known = files.size
  const dashboard = await kilobytes([...files.values()])

  const later = page.waitForRequest(journal)
  await page.goto('/app/studio?title=The+harbour+dance')
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await page.getByRole('button', { name: 'Record', exact: true }).waitFor()
  const end = [...files.keys()].indexOf((await later).url())
  return { dashboard, studio: (await kilobytes([...files.values()].slice(0, end))) - dashboard }
}

/** The page's scripts and styles, each once however often it is requested: URL and size in bytes. */
function filesOf(page: Page): Map<string, Promise<number>> {
  const files = new Map<string, Promise<number>>()
  page.on('request', (request) => {
    const isOurs = ['script', 'stylesheet'].includes(request.resourceType())
    if (!isOurs || files.has(request.url())) return
    const size = request.response().then(async (answer) => gzipSync((await answer?.body()) ?? '').length)
    files.set(
      request.url(),
      size.catch(() => 0),
    )
  })
  return files
}

const kilobytes = async (sizes: Promise<number>[]): Promise<number> =>
  (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000
