import { type Browser, expect, type Page } from '@playwright/test'
import { accessibilityFindings } from './accessibility.ts'
import { anyDevices, browserArgs, browserProgram } from './browser.ts'
import { lookList } from './looks/pages.ts'
import { furnish } from './looks/world.ts'
import { type Person, signInHere, signUp } from './person.ts'
import type { TestServer } from './server.ts'
import { test as withServer } from './test.ts'

/** One furnished account for each worker: what the pages show is looked at and left as it was. */
const test = withServer.extend<object, { resident: Person }>({
  resident: [
    async ({ browser, server }, use) => use(await moveIn(browser, server)),
    { scope: 'worker', timeout: 120_000 },
  ],
})

// A page after the other, and axe takes its time on a busy machine: a part of them in each test, and the parts beside
// each other.
const PAGES_A_TEST = 15
const TABLET = 820
const LARGE = 1440
const HEIGHT = 900
test.describe.configure({ mode: 'parallel' })
test.setTimeout(300_000)
// Where phones are a second step there is more to look at.
test.use({ settings: { AUTH_PHONE: 'true' } })
test.use({ launchOptions: { ...browserProgram, args: [...browserArgs, ...anyDevices] } })

const parts = Array.from({ length: Math.ceil(lookList.length / PAGES_A_TEST) }, (_, index) =>
  lookList.slice(index * PAGES_A_TEST, (index + 1) * PAGES_A_TEST),
)

for (const { name, width, colorScheme } of [
  { name: 'on a phone, in the dark', width: 390, colorScheme: 'dark' as const },
  { name: 'on a large screen and as wide as a tablet, by day', width: LARGE, colorScheme: 'light' as const },
]) {
  for (const [index, looks] of parts.entries()) {
    test(`every page can be used by everybody, ${name}, part ${index + 1}`, async ({
      browser,
      server,
      resident,
    }) => {
      const shared = {
        baseURL: server.origin,
        viewport: { width, height: HEIGHT },
        colorScheme,
        reducedMotion: 'reduce' as const,
      }
      const outside = await browser.newContext(shared)
      const inside = await browser.newContext(shared)
      await signInHere(inside, resident)

      for (const look of looks) {
        await test.step(look.name, async () => {
          const page = await (look.signedIn ? inside : outside).newPage()
          await look.open(page)
          expect.soft(await accessibilityFindings(page), look.name).toEqual([])
          // A tablet shows what the other two show, at another width.
          for (const each of width === LARGE ? [LARGE, TABLET] : [width]) {
            await page.setViewportSize({ width: each, height: HEIGHT })
            expect.soft(await overflowOf(page), `${look.name} is wider than ${each}`).toBeLessThanOrEqual(0)
          }
          await page.close()
        })
      }
      await outside.close()
      await inside.close()
    })
  }
}

/** How much wider the page is than the screen, once it is laid out for it. */
function overflowOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((tell) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => tell(document.documentElement.scrollWidth - window.innerWidth)),
        ),
      ),
  )
}

async function moveIn(browser: Browser, server: TestServer): Promise<Person> {
  const resident = await signUp(server.origin)
  const context = await browser.newContext({ baseURL: server.origin })
  await signInHere(context, resident)
  await furnish(await context.newPage())
  await context.close()
  return resident
}
