import { chromium } from '@playwright/test'
import { anyDevices, browserArgs, browserProgram } from '../e2e/browser.ts'
import { firstLoadMost, measureFirstLoad } from '../e2e/first-load.ts'
import { signInHere, signUp } from '../e2e/person.ts'
import { startServer } from '../e2e/server.ts'
import type { Bench, Finding } from './bench.ts'

/** What a browser with an empty cache loads. `e2e/first-load.spec.ts` checks the same bounds in every test run. */
export const bench: Bench = {
  title: 'script and style of a first load, gzip (needs the web app built)',
  run: async () => {
    const server = await startServer()
    const browser = await chromium.launch({ ...browserProgram, args: [...browserArgs, ...anyDevices] })
    try {
      const person = await signUp(server.origin)
      const context = await browser.newContext({ baseURL: server.origin })
      await signInHere(context, person)
      const { dashboard, studio } = await measureFirstLoad(await context.newPage())
      return [
        finding('dashboard', dashboard, firstLoadMost.dashboard),
        finding('the studio on top of it', studio, firstLoadMost.studio),
      ]
    } finally {
      await browser.close()
      await server.remove()
    }
  },
}

function finding(what: string, kilobytes: number, most: number): Finding {
  return {
    what,
    ours: `${kilobytes.toFixed(1)} kB`,
    peer: '-',
    ratio: null,
    goal: `at most ${most} kB`,
    met: kilobytes > 0 && kilobytes <= most,
  }
}
