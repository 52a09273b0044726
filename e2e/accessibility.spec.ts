import { expect } from '@playwright/test'
import { accessibilityFindings } from './accessibility.ts'
import { anyDevices, browserArgs, browserProgram } from './browser.ts'
import { lookList } from './looks/pages.ts'
import { furnish } from './looks/world.ts'
import { signInHere } from './person.ts'
import { test } from './test.ts'

// Each goes through every page, and axe takes its time on a busy machine.
test.setTimeout(300_000)
test.use({ launchOptions: { ...browserProgram, args: [...browserArgs, ...anyDevices] } })

for (const { name, width, colorScheme } of [
  { name: 'on a phone, in the dark', width: 390, colorScheme: 'dark' as const },
  { name: 'on a tablet, by day', width: 820, colorScheme: 'light' as const },
  { name: 'on a large screen, by day', width: 1440, colorScheme: 'light' as const },
]) {
  test(`every page can be used by everybody, ${name}`, async ({ browser, server, page: first, person }) => {
    await furnish(first)
    const shared = {
      baseURL: server.origin,
      viewport: { width, height: 900 },
      colorScheme,
      reducedMotion: 'reduce' as const,
    }
    const outside = await browser.newContext(shared)
    const inside = await browser.newContext(shared)
    await signInHere(inside, person)

    for (const look of lookList) {
      await test.step(look.name, async () => {
        const page = await (look.signedIn ? inside : outside).newPage()
        await look.open(page)
        expect.soft(await accessibilityFindings(page), look.name).toEqual([])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect.soft(overflow, `${look.name} is wider than the screen`).toBeLessThanOrEqual(0)
        await page.close()
      })
    }
    await outside.close()
    await inside.close()
  })
}
