import { setTimeout as after } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { anyDevices, browserArgs, browserProgram } from '../e2e/browser.ts'
import { signInHere, signUp } from '../e2e/person.ts'
import { startServer } from '../e2e/server.ts'
import type { Bench, Finding } from './bench.ts'

/** Decimal kilobytes of script and style, gzip at its usual level, whatever the server compressed with. */
const DASHBOARD_GOAL = 180
const STUDIO_GOAL = 120

/** What a browser with an empty cache loads, read off the wire. */
export const bench: Bench = {
  title: 'script and style of a first load, gzip (needs the web app built)',
  run: async () => {
    const server = await startServer()
    const browser = await chromium.launch({ ...browserProgram, args: [...browserArgs, ...anyDevices] })
    try {
      const person = await signUp(server.origin)
      const context = await browser.newContext({ baseURL: server.origin })
      await signInHere(context, person)
      const page = await context.newPage()
      const loaded = countBytes(page)

      await page.goto('/app')
      await page.getByText('Stories Recorded').waitFor()
      const dashboard = await loaded()
      await page.goto('/app/studio?title=The+harbour+dance')
      await page.getByRole('button', { name: 'Continue on This Device' }).click()
      await page.getByRole('button', { name: 'Record', exact: true }).waitFor()
      const both = await loaded()
      return [
        finding('dashboard', dashboard, DASHBOARD_GOAL),
        finding('the studio on top of it', both - dashboard, STUDIO_GOAL),
      ]
    } finally {
      await browser.close()
      await server.remove()
    }
  },
}

/** A page that shows what it is for may still load what comes after: so long nothing came, and it has all. */
const QUIET_MS = 2_000

/** Counts each file once, however often it is asked for. */
function countBytes(page: Page): () => Promise<number> {
  const files = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    const isOurs = ['script', 'stylesheet'].includes(response.request().resourceType())
    if (!isOurs || files.has(response.url())) return
    const size = response.body().then((body) => gzipSync(body).length)
    files.set(
      response.url(),
      size.catch(() => 0),
    )
  })
  return async () => {
    for (let known = -1; known < files.size; await after(QUIET_MS)) known = files.size
    return (await Promise.all(files.values())).reduce((sum, size) => sum + size, 0)
  }
}

function finding(what: string, bytes: number, goal: number): Finding {
  const kilobytes = bytes / 1000
  return {
    what,
    ours: `${kilobytes.toFixed(1)} kB`,
    peer: '-',
    ratio: null,
    goal: `at most ${goal} kB`,
    met: kilobytes > 0 && kilobytes <= goal,
  }
}
