import type { BrowserContext, Page } from '@playwright/test'

/** By how many milliseconds every answer comes late: KINORA_LATE_MS. A slow line shows what a quick one hides. */
export const lateMs = Number(process.env.KINORA_LATE_MS ?? 0)

/** Lets the server's answers to the pages of a context come late. Streams are late only to begin. */
export function answerLate(context: BrowserContext): void {
  context.on('page', (page) => void slowDown(context, page).catch(() => undefined))
}

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const [offline, unlimited] = [false, -1]
  await session.send('Network.emulateNetworkConditions', {
    offline,
    latency: lateMs,
    downloadThroughput: unlimited,
    uploadThroughput: unlimited,
  })
}
