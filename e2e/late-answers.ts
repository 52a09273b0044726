import { setTimeout as wait } from 'node:timers/promises'
import type { AnyContractProcedure } from '@orpc/contract'
import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { contract } from '#contract/index.ts'

const UNLIMITED = -1

/** By how many milliseconds answers come late: KINORA_LATE_MS. A slow line shows what a quick one hides. */
export const lateMs = Number(process.env.KINORA_LATE_MS ?? 0)

/**
 * Which of them: all, unless KINORA_LATE says something else. With `writes` only the answers to changes come late, so that
 * the stream of changes tells of them before; with `some` each comes as much too late as chance has it, in any order.
 */
const slowDown = process.env.KINORA_LATE ? slowDownEach : slowDownAll
const lateness = (request: { method: string; url: string }): number => {
  if (process.env.KINORA_LATE === 'some') return Math.random() * lateMs
  return isRead(request) ? 0 : lateMs
}

/**
 * Lets the server's answers to the pages of a context come late. Streams are late only to begin. A page that opens while the
 * context is offline is back on the network by it, so tests that are about having none cannot run with it.
 */
export function answerLate(context: BrowserContext): void {
  context.on('page', (page) => void slowDownPage(context, page).catch(() => undefined))
}

async function slowDownPage(context: BrowserContext, page: Page): Promise<void> {
  await slowDown(await context.newCDPSession(page))
}

async function slowDownEach(session: CDPSession): Promise<void> {
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    void wait(lateness(request))
      .then(() => session.send('Fetch.continueResponse', { requestId }))
      .catch(() => undefined)
  })
  await session.send('Fetch.enable', {
    patterns: [
      { requestStage: 'Response', resourceType: 'Fetch' },
      { requestStage: 'Response', resourceType: 'XHR' },
    ],
  })
}

const reads = new Set(
  Object.entries(contract).flatMap(([feature, procedures]) =>
    Object.entries<AnyContractProcedure>(procedures)
      .filter(([, procedure]) => procedure['~orpc'].route.method === 'GET')
      .map(([name]) => `/rpc/${feature}/${name}`),
  ),
)

/** Every call of the contract is a POST; which of them read, the contract says. */
const isRead = (request: { method: string; url: string }) =>
  request.method === 'GET' || reads.has(new URL(request.url).pathname)

async function slowDownAll(session: CDPSession): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: lateMs,
    downloadThroughput: UNLIMITED,
    uploadThroughput: UNLIMITED,
  })
}
