import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { createJobHandlers } from './job-handlers.ts'
import { createLog } from './log.ts'
import { deafEngines } from './testing/deaf-engines.ts'
import { createTestKinora } from './testing/kinora.ts'
import { startStripe } from './testing/stripe.ts'

const stripe = await startStripe()
const { services, auth } = await createTestKinora({
  ...deafEngines,
  STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_tests',
  STRIPE_PRICE_FAMILY: 'price_family',
  STRIPE_PRICE_GENERATION: 'price_generation',
  STRIPE_URL: stripe.url,
})
const handlers = createJobHandlers(services, auth).filter(({ schedule }) => schedule === undefined)

/** Jobs that belong to no account: a queued mail, a text message, and a Stripe subscription that ends because its account does. */
const OF_NO_ACCOUNT = ['send_mail', 'send_sms', 'end_stripe_subscription']
const ids = [
  ...['id', 'recordingId', 'storyId', 'transcriptId', 'mediaId'],
  ...['exportId', 'drawingId', 'deviceId', 'storybookId', 'requestId'],
]
/** Every field that a job's payload may have, besides the account. */
const more = () => ({
  ...Object.fromEntries(ids.map((name) => [name, uuidv7()])),
  at: new Date().toISOString(),
  news: { kind: 'comment', path: '/app' },
})

test.each(
  handlers.filter(({ name }) => !OF_NO_ACCOUNT.includes(name)).map(({ name, run }) => ({ name, run })),
)('a job of an account that is gone ends quietly: $name', async ({ run }) => {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const context = { log, attempt: 1, isLastAttempt: false, signal: new AbortController().signal }

  await run({ userId: uuidv7(), ...more() }, context)

  expect(lines).toEqual([])
})
