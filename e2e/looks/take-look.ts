import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { accessibilityFindings } from '../accessibility.ts'
import type { Look } from './look.ts'

type Taking = {
  url: string
  /** The folder for the pictures. */
  out: string
  widths: readonly string[]
  /** The state of a signed-in browser. */
  storageState: NonNullable<BrowserContextOptions['storageState']>
}

const heights: Record<string, number> = { '390': 844, '820': 1180, '1440': 900 }

/**
 * Takes each look at each width, light and dark.
 * @returns the number of axe findings and failures
 */
export async function takeLooks(browser: Browser, looks: readonly Look[], taking: Taking): Promise<number> {
  await mkdir(taking.out, { recursive: true })
  let findings = 0
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of taking.widths) {
      const viewport = { width: Number(width), height: heights[width] ?? 900 }
      const shared = { baseURL: taking.url, viewport, colorScheme, reducedMotion: 'reduce' as const }
      const inside = await browser.newContext({ ...shared, storageState: taking.storageState })
      const outside = await browser.newContext(shared)
      for (const look of looks) {
        const name = `${look.name}-${width}-${colorScheme}`
        findings += await takeLook(look.signedIn ? inside : outside, look, { name, out: taking.out })
      }
      await inside.close()
      await outside.close()
    }
  }
  return findings
}

async function takeLook(
  context: BrowserContext,
  look: Look,
  { name, out }: { name: string; out: string },
): Promise<number> {
  const page = await context.newPage()
  const complaints = listen(page)
  let violations = 0
  try {
    await look.open(page)
    await page.waitForTimeout(400)
    await page.screenshot({
      path: join(out, `${name}.png`),
      fullPage: look.whole ?? true,
    })
    const found = await accessibilityFindings(page)
    violations = found.length
    for (const finding of found) console.log(`${name}: ${finding}`)
  } catch (error) {
    violations += 1
    console.log(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
  for (const complaint of complaints) console.log(`${name}: console: ${complaint}`)
  await page.close()
  return violations
}

function listen(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}
