import type { Page } from '@playwright/test'

/** How often each call is lost before one succeeds. */
const TIMES = 2

/** The first calls to each URL are executed, but their answers are lost: the server was stopped then, and a proxy answers. */
export function losesAnswers(page: Page, url: string | RegExp): Promise<() => number> {
  return loses(page, url, async (route) => {
    await route.fetch()
    await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' })
  })
}

/** The first calls to each URL do not reach the server. */
export function losesCalls(page: Page, url: string | RegExp): Promise<() => number> {
  return loses(page, url, (route) => route.abort('connectionreset'))
}

type Lose = (route: Parameters<Parameters<Page['route']>[1]>[0]) => Promise<void>

/** @returns a function that gives the number of calls lost so far */
async function loses(page: Page, url: string | RegExp, lose: Lose): Promise<() => number> {
  const lost = new Map<string, number>()
  await page.route(url, async (route) => {
    const address = route.request().url()
    const times = lost.get(address) ?? 0
    if (times === TIMES) return route.fallback()
    lost.set(address, times + 1)
    await lose(route)
  })
  return () => [...lost.values()].reduce((sum, times) => sum + times, 0)
}
