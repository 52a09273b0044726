import { setTimeout as after } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'

/** Decimal kilobytes of script and style, gzip at its usual level, whatever the server compressed with. */
export const firstLoadMost = { dashboard: 180, studio: 120 }

/** A page that shows what it is for may still load what comes after: so long nothing came, and it has all. */
const QUIET_MS = 2_000

/** What a browser with an empty cache loads for the dashboard, and for the studio on top of it, read off the wire. In kilobytes. */
export async function measureFirstLoad(page: Page): Promise<Record<keyof typeof firstLoadMost, number>> {
  const loaded = countKilobytes(page)
  await page.goto('/app')
  await page.getByText('Stories Recorded').waitFor()
  const dashboard = await loaded()
  await page.goto('/app/studio?title=The+harbour+dance')
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await page.getByRole('button', { name: 'Record', exact: true }).waitFor()
  return { dashboard, studio: (await loaded()) - dashboard }
}

/** Counts each file once, however often it is asked for. */
function countKilobytes(page: Page): () => Promise<number> {
  const files = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    const isOurs = ['script', 'stylesheet'].includes(response.request().resourceType())
    if (!isOurs || files.has(response.url())) return
    const size = response.body().then((body) => gzipSync(body).length)
    files.set(
      response.url(),
      size.catch(() => 0),
    )
  })
  return async () => {
    for (let known = -1; known < files.size; await after(QUIET_MS)) known = files.size
    return (await Promise.all(files.values())).reduce((sum, size) => sum + size, 0) / 1000
  }
}
