import { setTimeout as wait } from 'node:timers/promises'
import type { AnyContractProcedure } from '@orpc/contract'
import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { contract } from '#contract/index.ts'

const UNLIMITED = -1

/** The delay of answers in milliseconds, from KINORA_LATE_MS. A slow connection reveals races that a fast one hides. */
export const lateMs = Number(process.env.KINORA_LATE_MS ?? 0)

/**
 * Which answers are delayed: all, unless KINORA_LATE is set. With `writes`, only the answers to changes, so that the live stream
 * announces changes before their answers arrive; with `some`, each answer by a random part of the delay, in any order.
 */
const slowDown = process.env.KINORA_LATE ? slowDownEach : slowDownAll
const lateness = (request: { method: string; url: string }): number => {
  if (process.env.KINORA_LATE === 'some') return Math.random() * lateMs
  return isRead(request) ? 0 : lateMs
}

/**
 * Delays the server's answers to the pages of a context; of a stream, only the beginning. It puts a page that opens while the
 * context is offline back on the network, so tests about being offline cannot use it.
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

/** Every call of the contract is a POST; the contract says which of them only read. */
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
