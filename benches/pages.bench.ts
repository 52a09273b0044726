import { type Browser, chromium, type Page } from '@playwright/test'
import { browserArgs, browserProgram } from '../e2e/browser.ts'
import { signUp } from '../e2e/person.ts'
import { startServer } from '../e2e/server.ts'
import { type Bench, type Finding, median } from './bench.ts'
import { type Visit, visitSlowly } from './slow-visit.ts'

const rounds = 5
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const desk = { viewport: { width: 1440, height: 900 } }

/** Upper bounds; those of the landing page come from its issue, those of the dashboard are what web.dev calls good. */
type Goals = { lcpMs: number; cls: number; tbtMs: number; scriptBytes: number; strangers: 0 }
const landingGoals: Goals = { lcpMs: 1_200, cls: 0.02, tbtMs: 100, scriptBytes: 90_000, strangers: 0 }
const dashboardGoals: Goals = { lcpMs: 2_500, cls: 0.1, tbtMs: 200, scriptBytes: 180_000, strangers: 0 }

/** First visits with an empty cache, under Lighthouse's conditions: a processor 4x slower, 1.6 Mbit/s, 150 ms round trip. */
export const bench: Bench = {
  title: `first visits on a slow phone and line, medians of ${rounds} (needs the web app built)`,
  run: async () => {
    const server = await startServer()
    const browser = await chromium.launch({ ...browserProgram, args: browserArgs })
    try {
      const person = await signUp(server.origin)
      const signIn = async (page: Page) => {
        const session = JSON.stringify(person.session)
        await page.addInitScript((text) => localStorage.setItem('kinora.auth', text), session)
      }
      return [
        ...(await judge(browser, 'landing page, phone', `${server.origin}/`, phone, landingGoals)),
        ...(await judge(browser, 'landing page, desk', `${server.origin}/`, desk, landingGoals)),
        ...(await judge(browser, 'dashboard, phone', `${server.origin}/app`, phone, dashboardGoals, signIn)),
      ]
    } finally {
      await browser.close()
      await server.remove()
    }
  },
}

async function judge(
  browser: Browser,
  what: string,
  address: string,
  context: typeof desk,
  goals: Goals,
  prepare?: (page: Page) => Promise<void>,
): Promise<Finding[]> {
  const visits: Visit[] = []
  for (let round = 0; round < rounds; round += 1) {
    visits.push(await visitSlowly(browser, address, context, prepare))
  }
  const middle = (name: keyof Visit) => median(visits.map((visit) => visit[name]))
  const ms = (value: number) => `${Math.round(value)} ms`
  const kB = (value: number) => `${(value / 1000).toFixed(1)} kB`

  const finding = (name: keyof Goals, title: string, write: (value: number) => string): Finding => ({
    what: `${what}: ${title}`,
    ours: write(middle(name)),
    peer: '-',
    ratio: null,
    goal: goals[name] === 0 ? 'none' : `at most ${write(goals[name])}`,
    met: middle(name) <= goals[name],
  })
  return [
    finding('lcpMs', 'largest paint', ms),
    finding('tbtMs', 'blocking time', ms),
    finding('cls', 'layout shift', (value) => value.toFixed(3)),
    finding('scriptBytes', 'script on the wire', kB),
    finding('strangers', 'requests elsewhere', String),
    { what: `${what}: all bytes`, ours: kB(middle('bytes')), peer: '-', ratio: null, goal: '', met: null },
  ]
}
