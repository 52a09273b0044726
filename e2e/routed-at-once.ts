import type { BrowserContext, Page, Route } from '@playwright/test'

/** A path that Kinora does not use. */
const probe = '/routes-are-there'
const answered = { status: 204, headers: { 'x-routed': 'yes' } }

/**
 * Makes `route` resolve only once the route is effective in pages that are already open. Chromium reports interception a moment too
 * early: on a busy machine, about one in a hundred times, the next request went through.
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

/** Waits until a page is routed; a page that is navigating is routed from its beginning. */
async function untilRouted(page: Page): Promise<void> {
  if (!page.url().startsWith('http')) return
  const answer = (asked: Route) => asked.fulfill(answered)
  await asPlaywrightHasIt.get(page)?.(`**${probe}`, answer)
  await page.evaluate(askUntilRouted, probe).catch(() => undefined)
  await page.unroute(`**${probe}`, answer)
}

async function askUntilRouted(address: string): Promise<void> {
  // Requests through a service worker are not the page's own, so they cannot be probed.
  if (navigator.serviceWorker?.controller) return
  for (let isRouted = false; !isRouted; ) {
    isRouted = await fetch(address).then(
      ({ headers }) => headers.has('x-routed'),
      () => false,
    )
  }
}
