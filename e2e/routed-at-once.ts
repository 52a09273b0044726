import type { BrowserContext, Page, Route } from '@playwright/test'

/** An address at which nothing of Kinora's is. */
const probe = '/routes-are-there'
const answered = { status: 204, headers: { 'x-routed': 'yes' } }

/**
 * Has what is routed in a page that is open already be so once `route` has answered. Chromium says that it stops requests a moment
 * before it does: on a busy machine what was pressed next came through, once in some hundred times.
 */
export function routeAtOnce(context: BrowserContext): void {
  const routeAll = context.route.bind(context)
  context.route = async (...given) => {
    const routed = await routeAll(...given)
    await Promise.all(context.pages().map(untilRouted))
    return routed
  }
  context.on('page', (page) => {
    const route = page.route.bind(page)
    asPlaywrightHasIt.set(page, route)
    page.route = async (...given) => {
      const routed = await route(...given)
      await untilRouted(page)
      return routed
    }
  })
}

const asPlaywrightHasIt = new WeakMap<Page, Page['route']>()

/** A page that is on its way elsewhere is routed from its beginning. */
async function untilRouted(page: Page): Promise<void> {
  if (!page.url().startsWith('http')) return
  const answer = (asked: Route) => asked.fulfill(answered)
  await asPlaywrightHasIt.get(page)?.(`**${probe}`, answer)
  await page.evaluate(askUntilRouted, probe).catch(() => undefined)
  await page.unroute(`**${probe}`, answer)
}

async function askUntilRouted(address: string): Promise<void> {
  // What a page asks for through its service worker is never its own.
  if (navigator.serviceWorker?.controller) return
  for (let isRouted = false; !isRouted; ) {
    isRouted = await fetch(address).then(
      ({ headers }) => headers.has('x-routed'),
      () => false,
    )
  }
}
