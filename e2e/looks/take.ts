/**
 * Takes pictures of every page for somebody to look at, and runs axe over each.
 *
 *   node e2e/looks/take.ts [--url http://localhost:4310] [--only stories] [--out test-results/looks]
 *
 * It signs up an account of its own on a running server. Ends with 1 when axe found something.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { accessibilityFindings } from '../accessibility.ts'
import { anyDevices, browserArgs, browserProgram } from '../browser.ts'
import type { Look } from './look.ts'
import { lookList } from './pages.ts'
import { furnish, signUp } from './world.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:4310' },
    out: { type: 'string', default: 'test-results/looks' },
    only: { type: 'string', default: '' },
    widths: { type: 'string', default: '390,820,1440' },
    bare: { type: 'boolean', default: false },
  },
})
const heights: Record<string, number> = { '390': 844, '820': 1180, '1440': 900 }

await mkdir(values.out, { recursive: true })
const browser = await chromium.launch({ ...browserProgram, args: [...browserArgs, ...anyDevices] })
const storageState = await prepare(browser)
let findings = 0
for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of values.widths.split(',')) {
    const viewport = { width: Number(width), height: heights[width] ?? 900 }
    const shared = { baseURL: values.url, viewport, colorScheme, reducedMotion: 'reduce' as const }
    const inside = await browser.newContext({ ...shared, storageState })
    const outside = await browser.newContext(shared)
    for (const look of lookList.filter(({ name }) => name.includes(values.only))) {
      findings += await take(look.signedIn ? inside : outside, look, `${width}-${colorScheme}`)
    }
    await inside.close()
    await outside.close()
  }
}
await browser.close()
console.log(findings === 0 ? 'axe found nothing' : `axe found ${findings} violations`)
process.exit(findings === 0 ? 0 : 1)

async function prepare(browser: Browser) {
  const context = await browser.newContext({ baseURL: values.url })
  const page = await context.newPage()
  await signUp(page)
  if (!values.bare) await furnish(page)
  const state = await context.storageState()
  await context.close()
  return state
}

async function take(context: BrowserContext, look: Look, label: string): Promise<number> {
  const page = await context.newPage()
  const complaints = listen(page)
  let violations = 0
  try {
    await look.open(page)
    await page.waitForTimeout(400)
    await page.screenshot({
      path: join(values.out, `${look.name}-${label}.png`),
      fullPage: look.whole ?? true,
    })
    const found = await accessibilityFindings(page)
    violations = found.length
    for (const finding of found) console.log(`${look.name} ${label}: ${finding}`)
  } catch (error) {
    violations += 1
    console.log(`${look.name} ${label}: ${error instanceof Error ? error.message : String(error)}`)
  }
  for (const complaint of complaints) console.log(`${look.name} ${label}: console: ${complaint}`)
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
