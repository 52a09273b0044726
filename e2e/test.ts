import { constants, setPriority } from 'node:os'
import { test as base } from '@playwright/test'
import { answerLate, lateMs } from './late-answers.ts'
import { PageLog } from './page-log.ts'
import { type Person, signInHere, signUp } from './person.ts'
import { routeAtOnce } from './routed-at-once.ts'
import { startServer, type TestServer } from './server.ts'
import { translatePages } from './translator.ts'

type WorkerFixtures = {
  /** Additional settings for the server, besides those of every test. */
  settings: Record<string, string>
  /** The real server on fresh data, shared by the tests of one file. */
  server: TestServer
  /**
   * Lowers the priority of page tests, so that tests of recordings go first: those compare with the clock, and take longest in
   * sequence.
   */
  givesWay: undefined
  pageLog: PageLog
}

type Fixtures = {
  /** A fresh account, in which every page of the test's context is signed in. */
  person: Person
  /** Attaches the page log to a failed test. */
  failsWithLog: undefined
}

/** Playwright's test with a server of its own, to which relative addresses lead. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  settings: [{}, { option: true, scope: 'worker' }],
  givesWay: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the wanted fixtures from here
    async ({}, use, { project }) => {
      // The browser and the servers inherit the priority.
      if (project.name === 'pages') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
  server: [
    async ({ settings }, use) => {
      const server = await startServer(settings)
      await use(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the wanted fixtures from here
  pageLog: [async ({}, use) => use(new PageLog()), { scope: 'worker' }],
  browser: [
    async ({ browser, pageLog }, use) => {
      browser.on('context', (context) => {
        pageLog.follow(context)
        routeAtOnce(context)
      })
      await use(browser)
    },
    { scope: 'worker' },
  ],
  failsWithLog: [
    async ({ pageLog }, use, info) => {
      pageLog.begin()
      await use(undefined)
      await pageLog.tell(info)
    },
    { auto: true },
  ],
  context: async ({ context, pageLog, failsWithLog: _ }, use, info) => {
    if (lateMs > 0) answerLate(context)
    if (process.env.KINORA_TRANSLATED) translatePages(context)
    await use(context)
    await pageLog.tell(info)
    // Requests that are pending at the end of a test get no answer, which is not a failure.
    for (const routed of [...context.pages(), context]) await routed.unrouteAll({ behavior: 'ignoreErrors' })
  },
  baseURL: async ({ server }, use) => use(server.origin),
  person: async ({ server, context }, use) => {
    const person = await signUp(server.origin)
    await signInHere(context, person)
    await use(person)
  },
})
