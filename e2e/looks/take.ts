/**
 * Takes pictures of every page for people to review, and runs axe on each.
 *
 *   AUTH_PHONE=true npm start, and beside it
 *   npx node e2e/looks/take.ts [--url http://localhost:4310] [--only stories] [--out test-results/looks]
 *
 * It signs up a new account on a running server. Exits with 1 if axe found something.
 */
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { anyDevices, browserArgs, browserProgram } from '../browser.ts'
import { lookList } from './pages.ts'
import { takeLooks } from './take-look.ts'
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

const browser = await chromium.launch({ ...browserProgram, args: [...browserArgs, ...anyDevices] })
const findings = await takeLooks(
  browser,
  lookList.filter(({ name }) => name.includes(values.only)),
  {
    url: values.url,
    out: values.out,
    widths: values.widths.split(','),
    storageState: await prepare(browser),
  },
)
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
