/**
 * Takes the pictures of the help articles from a running server, so that they show the screens as they are.
 *
 *   node e2e/looks/help-pictures.ts [--url http://localhost:4310]
 *
 * It signs up an account of its own and writes web/features/help/pictures/<name>.webp.
 */
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { anyDevices, browserArgs, browserProgram } from '../browser.ts'
import { lookList } from './pages.ts'
import { furnish, signUp } from './world.ts'

const { values } = parseArgs({ options: { url: { type: 'string', default: 'http://localhost:4310' } } })
const folder = resolve(import.meta.dirname, '../../web/features/help/pictures')
const wanted = ['new-story', 'journal', 'search-found']
const viewport = { width: 1100, height: 860 }

await mkdir(folder, { recursive: true })
const browser = await chromium.launch({ ...browserProgram, args: [...browserArgs, ...anyDevices] })
const context = await browser.newContext({ baseURL: values.url, viewport, reducedMotion: 'reduce' })
const first = await context.newPage()
await signUp(first)
await furnish(first)
for (const look of lookList.filter(({ name }) => wanted.includes(name))) {
  const page = await context.newPage()
  await look.open(page)
  await page.waitForTimeout(500)
  const shown = await page.screenshot()
  const path = join(folder, `${look.name}.webp`)
  await sharp(shown).resize({ width: 960 }).webp({ quality: 78 }).toFile(path)
  console.log(path)
  await page.close()
}
await browser.close()
