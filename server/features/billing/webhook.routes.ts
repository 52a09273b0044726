import { Hono } from 'hono'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import { asWorker } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { HttpEnv } from '../../http/http-env.ts'
import { callerOf } from '../../http/link-credential.ts'
import { createRateLimit } from '../../http/rate-limit.ts'
import { readBody } from '../../http/request-body.ts'
import { enqueue } from '../../jobs/job.ts'
import type { Payments } from '../../payments/stripe.ts'
import type { Services } from '../../services.ts'
import { followPayment } from './billing.jobs.ts'

const webhookPath = '/webhooks/stripe'
const BODY_BYTES = 1_000_000
/**
 * Limits requests with a wrong signature. Correctly signed ones are neither counted nor refused: behind a proxy that is
 * not trusted, Stripe has the same address as whoever forges its messages.
 */
const wrongSignatures = { points: 30, seconds: 600 }

/**
 * Receives Stripe's webhooks. A message is trusted for nothing but whose it is: a job then asks Stripe for the state of
 * the plan. The message is recorded and the job queued in one transaction, so that a repeated message does nothing
 * twice, and one whose transaction failed is sent again.
 */
export function stripeWebhookRoutes(services: Services): Hono<HttpEnv> {
  const { db, payments, log } = services
  const guesses = createRateLimit(services, 'stripe-webhook', wrongSignatures)

  return new Hono<HttpEnv>().post(webhookPath, async (c) => {
    if (payments === null) throw codeError('NOT_FOUND')
    const body = Buffer.from(await readBody(c, BODY_BYTES))
    const signature = c.req.header('stripe-signature') ?? ''
    const event = await verified(payments, body, signature)
    if (event === null) {
      const mayTry = await guesses.take(callerOf(c, services))
      throw codeError(mayTry ? 'BAD_REQUEST' : 'TOO_MANY_REQUESTS')
    }

    const customer = customerOf(event)
    await asWorker(db, null, async (tx) => {
      const { rows: fresh } = await sql`
        insert into app.stripe_events (id, type) values (${event.id}, ${event.type})
        on conflict do nothing returning id`.execute(tx)
      if (fresh.length === 0 || customer === null) return

      const { rows } = await sql<{ id: string | null }>`
        select app.user_of_stripe_customer(${customer}) as id`.execute(tx)
      const userId = rows[0]?.id
      if (userId) await enqueue(tx, followPayment, { userId }, { key: `follow_payment/${userId}` })
    })
    log.info({ event: event.id, type: event.type }, 'a message of Stripe was taken')
    return c.json({ received: true })
  })
}

/** The event if Stripe signed exactly these bytes within the last five minutes; otherwise null. */
async function verified(
  { stripe, errors, webhookSecret }: Payments,
  body: Buffer,
  signature: string,
): Promise<Stripe.Event | null> {
  try {
    return await stripe.webhooks.constructEventAsync(body, signature, webhookSecret)
  } catch (error) {
    if (error instanceof errors.StripeSignatureVerificationError || error instanceof SyntaxError) return null
    throw error
  }
}

/** The customer that an event is about: its object's customer, or the object itself. */
function customerOf(event: Stripe.Event): string | null {
  const about: { id?: unknown; object?: unknown; customer?: unknown } = event.data.object
  if (about.object === 'customer') return typeof about.id === 'string' ? about.id : null
  return typeof about.customer === 'string' ? about.customer : null
}
