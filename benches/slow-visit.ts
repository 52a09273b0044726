import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test'
import { livePaths } from '#contract/live.ts'

/** An older phone on a line of 1.6 Mbit/s, as in Lighthouse's mobile settings. */
const cpuSlowdown = 4
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
/** A page counts as loaded once nothing has come over the line for this long. */
const quietMs = 1_500

export type Visit = {
  /** Largest contentful paint, milliseconds after the address was entered. */
  lcpMs: number
  /** Cumulative layout shift, summed over all session windows. */
  cls: number
  /** Total blocking time: by how much tasks exceeded 50 ms, from the first paint to the end. */
  tbtMs: number
  /** Bytes on the wire, with headers, and the part of them that belongs to scripts. */
  bytes: number
  scriptBytes: number
  /** Requests to other origins. */
  strangers: number
}

/** Opens an address with an empty cache, throttled, and watches until the page is quiet. */
export async function visitSlowly(
  browser: Browser,
  address: string,
  context: BrowserContextOptions,
  prepare: (page: Page) => Promise<void> = async () => undefined,
): Promise<Visit> {
  const inside = await browser.newContext(context)
  try {
    const page = await inside.newPage()
    await prepare(page)
    await page.addInitScript(observe)
    const cdp = await inside.newCDPSession(page)
    const traffic = await countTraffic(cdp, new URL(address).origin)
    await cdp.send('Network.emulateNetworkConditions', line)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    await page.goto(address, { waitUntil: 'load' })
    await traffic.untilQuiet()
    const seen = await page.evaluate(() => (window as unknown as { seenByBench: Seen }).seenByBench)
    const longest = seen.tasks.filter(({ end }) => end > seen.fcp)
    const tbtMs = longest.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0)
    return { lcpMs: seen.lcp, cls: seen.cls, tbtMs, ...traffic.counted() }
  } finally {
    await inside.close()
  }
}

type Seen = { lcp: number; fcp: number; cls: number; tasks: { duration: number; end: number }[] }

/** Runs in the page, before any script of the page. */
function observe(): void {
  const seen: Seen = { lcp: 0, fcp: 0, cls: 0, tasks: [] }
  Object.assign(window, { seenByBench: seen })
  const watch = (type: string, see: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true })
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime
  })
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime
  })
  watch('layout-shift', (entry) => {
    seen.cls += (entry as PerformanceEntry & { value: number }).value
  })
  watch('longtask', ({ startTime, duration }) => {
    seen.tasks.push({ duration, end: startTime + duration })
  })
}

async function countTraffic(cdp: CDPSession, origin: string) {
  const kinds = new Map<string, string>()
  const under = new Set<string>()
  let bytes = 0
  let scriptBytes = 0
  let strangers = 0
  let lastNews = Date.now()

  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    lastNews = Date.now()
    kinds.set(requestId, type ?? '')
    // The live stream never ends.
    if (!request.url.endsWith(livePaths.rpc)) under.add(requestId)
    const isStranger = /^https?:/.test(request.url) && !request.url.startsWith(origin)
    if (isStranger) strangers += 1
  })
  const end = (requestId: string) => {
    lastNews = Date.now()
    under.delete(requestId)
  }
  // A long answer may take longer on this line than the quiet period, so each part of it counts as activity.
  cdp.on('Network.dataReceived', () => {
    lastNews = Date.now()
  })
  cdp.on('Network.loadingFailed', ({ requestId }) => end(requestId))
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    end(requestId)
    bytes += encodedDataLength
    if (kinds.get(requestId) === 'Script') scriptBytes += encodedDataLength
  })

  async function untilQuiet(): Promise<void> {
    const deadline = Date.now() + 30_000
    while (Date.now() < deadline) {
      const quiet = Date.now() - lastNews
      if (quiet > quietMs * (under.size === 0 ? 1 : 3)) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  return { untilQuiet, counted: () => ({ bytes, scriptBytes, strangers }) }
}
