import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { accessibilityFindings, contrastFindings, smallTargets } from './accessibility.ts'
import type { Look } from './looks/look.ts'
import { lookList } from './looks/pages.ts'
import { pathOf, routeLooks } from './looks/route-looks.ts'
import { furnish } from './looks/world.ts'
import { type Person, signInHere, signUp } from './person.ts'
import { hiddenFindings, withLetters, withLettersApart } from './readable.ts'
import type { TestServer } from './server.ts'
import { test as withServer } from './test.ts'

/** One furnished account for each worker, because the pages are only looked at and not changed. */
const test = withServer.extend<object, { resident: Person }>({
  resident: [
    async ({ browser, server }, use) => use(await moveIn(browser, server)),
    { scope: 'worker', timeout: 120_000 },
  ],
})

// Looking at a page with axe takes time on a busy machine: each test looks at some of the pages in sequence, and the tests run in
// parallel.
const PAGES_A_TEST = 15
const PHONE = 390
/** The range from the smallest phone to the largest screen that the pages are designed for. */
const [NARROWEST, WIDEST] = [360, 2560]
const TABLET = 820
const LARGE = 1440
const HEIGHT = 900
/** The viewport of a window of 1280 by 1024 at 400 % zoom. */
const ZOOMED = { width: 320, height: 256 }
/** Twice the default letter size of browsers. */
const TWICE = 32
test.describe.configure({ mode: 'parallel' })
test.setTimeout(300_000)
// With phones as a second factor, there are more pages to look at.
test.use({ settings: { AUTH_PHONE: 'true' } })
const parts = Array.from({ length: Math.ceil(lookList.length / PAGES_A_TEST) }, (_, index) =>
  lookList.slice(index * PAGES_A_TEST, (index + 1) * PAGES_A_TEST),
)

for (const [index, looks] of parts.entries()) {
  test(`every page can be used by everybody, on a large screen, a tablet and a phone, by day and in the dark, part ${index + 1}`, async ({
    browser,
    server,
    resident,
  }) => {
    const shared = { baseURL: server.origin, reducedMotion: 'reduce' as const }
    const [outside, inside] = [await browser.newContext(shared), await browser.newContext(shared)]
    await signInHere(inside, resident)
    const violations = [await violationsIn(outside), await violationsIn(inside)]
    // One page for all looks of a part: a page of its own for each look would be a process of its own, and cost more than the look.
    const pages = { outside: await outside.newPage(), inside: await inside.newPage() }
    for (const look of looks) {
      await test.step(look.name, () => lookAt(look, look.signedIn ? pages.inside : pages.outside))
    }
    await outside.close()
    await inside.close()
    expect(violations.flat()).toEqual([])
  })
}

test('every page that the web app has a route for is among them', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const paths = await page.evaluate(() => {
    type Table = { routesByPath: Record<string, { options: { component?: unknown } }> }
    // The global under which the router exposes itself to developer tools.
    const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: Table }
    // A route without a component only redirects.
    return Object.entries(router.routesByPath).flatMap(([path, { options }]) =>
      options.component ? [path] : [],
    )
  })
  expect(paths.toSorted()).toEqual(Object.keys(routeLooks).toSorted())
  const looks = lookList.map(({ name }) => name)
  expect(Object.values(routeLooks).filter((name) => !looks.includes(name))).toEqual([])
})

async function lookAt(look: Look, page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: LARGE, height: HEIGHT })
  await look.open(page)
  const path = pathOf(look.name)
  if (path)
    expect.soft(new URL(page.url()).pathname, `${look.name} shows the page that it is for`).toMatch(path)
  expect.soft(await accessibilityFindings(page), `${look.name} on a large screen`).toEqual([])
  expect
    .soft(await smallTargets(page), `${look.name} has what is hard to press on a large screen`)
    .toEqual([])
  const layers = await layersOf(page)
  await expectToFit(look, page, LARGE)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect.soft(await contrastFindings(page), `${look.name} on a large screen, in the dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  // A tablet shows the same as the other two, at another width.
  await expectToFit(look, page, TABLET)
  await expectToFit(look, page, WIDEST)
  await expectToFit(look, page, NARROWEST)

  // Pages adapt to a new width and colour scheme while they are open. Those that read the width only once are opened again.
  await expectToFit(look, page, PHONE)
  await page.emulateMedia({ colorScheme: 'dark' })
  if (look.opensByWidth) await look.open(page)
  else expect.soft(await layersOf(page), `${look.name} shows on a phone what it showed before`).toBe(layers)
  expect.soft(await accessibilityFindings(page), `${look.name} on a phone, in the dark`).toEqual([])
  await expectToFit(look, page, PHONE)
  expect.soft(await smallTargets(page), `${look.name} has what is hard to press on a phone`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  expect.soft(await contrastFindings(page), `${look.name} on a phone`).toEqual([])
  await expectToBeReadable(look, page)
}

/** A person with poor eyesight views a page at 400 %, with lines and letters apart, or with letters twice as large as usual. */
async function expectToBeReadable(look: Look, page: Page): Promise<void> {
  const nothingHidden = async (how: string) =>
    expect.soft(await hiddenFindings(page), `${look.name} ${how}`).toEqual([])

  await page.setViewportSize(ZOOMED)
  if (look.opensByWidth) await look.open(page)
  await withLettersApart(page, () => nothingHidden('at 400 %, letters apart'))
  await withLetters(page, TWICE, async () => {
    await page.setViewportSize({ width: PHONE, height: 844 })
    if (look.opensByLetters) await look.open(page)
    await nothingHidden('with large letters on a phone')
    await page.setViewportSize({ width: 1280, height: 800 })
    await nothingHidden('with large letters')
  })
}

/** The number of dialogs, menus and lists above the page. */
function layersOf(page: Page): Promise<number> {
  return page.locator('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]').count()
}

/** Expects the page to fit a screen of this width, without parts that scroll by only a pixel or two. */
async function expectToFit(look: Look, page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT })
  const { over, barely } = await page.evaluate(
    () =>
      new Promise<{ over: number; barely: string[] }>((tell) => {
        // Desktop browsers show a scroll bar even for a single pixel.
        const isBarely = (way: string, room: number) =>
          (way === 'auto' || way === 'scroll') && room > 0 && room <= 4
        const look = () =>
          tell({
            over: document.documentElement.scrollWidth - window.innerWidth,
            barely: [...document.querySelectorAll('body *')]
              .filter((part) => {
                const { overflowX, overflowY } = getComputedStyle(part)
                return (
                  isBarely(overflowX, part.scrollWidth - part.clientWidth) ||
                  isBarely(overflowY, part.scrollHeight - part.clientHeight)
                )
              })
              .map((part) => `${part.tagName} ${part.role ?? ''} ${part.className}`),
          })
        requestAnimationFrame(() => requestAnimationFrame(look))
        // Chromium once drew no frame for five minutes after a change of width.
        setTimeout(look, 5_000)
      }),
  )
  expect.soft(over, `${look.name} is wider than ${width}`).toBeLessThanOrEqual(0)
  expect.soft(barely, `${look.name} scrolls by a pixel or two at ${width}`).toEqual([])
}

/** What a page tried to do against its content security policy, as browsers report it. */
async function violationsIn(context: BrowserContext): Promise<string[]> {
  const found: string[] = []
  await context.exposeFunction('noteViolation', (what: string) => found.push(what))
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) => {
      const { noteViolation } = window as unknown as { noteViolation: (what: string) => void }
      noteViolation(`${event.violatedDirective} forbids ${event.blockedURI} in ${event.sourceFile}`)
    }),
  )
  return found
}

async function moveIn(browser: Browser, server: TestServer): Promise<Person> {
  const resident = await signUp(server.origin)
  const context = await browser.newContext({ baseURL: server.origin })
  await signInHere(context, resident)
  await furnish(await context.newPage())
  await context.close()
  return resident
}
