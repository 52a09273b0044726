import type { BrowserContext, Page } from '@playwright/test'

const UNLIMITED = -1

/** By how many milliseconds every answer comes late: KINORA_LATE_MS. A slow line shows what a quick one hides. */
export const lateMs = Number(process.env.KINORA_LATE_MS ?? 0)

/**
 * Lets the server's answers to the pages of a context come late. Streams are late only to begin. A page that opens while the
 * context is offline is back on the network by it, so tests that are about having none cannot run with it.
 */
export function answerLate(context: BrowserContext): void {
  context.on('page', (page) => void slowDown(context, page).catch(() => undefined))
}

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: lateMs,
    downloadThroughput: UNLIMITED,
    uploadThroughput: UNLIMITED,
  })
}
