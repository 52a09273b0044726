import type { IncomingMessage } from 'node:http'
import type Stripe from 'stripe'
import type { Tier } from '#contract/plans.ts'
import { breakOffEndless } from '../bounded-answer.ts'
import type { Env } from '../env.ts'

/** The operator's account with Stripe. */
export type Payments = {
  stripe: Stripe
  webhookSecret: string
  /** The prices that plans are sold for there. */
  prices: Partial<Record<Tier, string>>
  /** What tells Stripe's failures from others. */
  errors: typeof Stripe.errors
}

/** Null where the operator has not set Stripe up: its program is not even loaded then. */
export async function createPayments({ payments }: Pick<Env, 'payments'>): Promise<Payments | null> {
  if (payments === undefined) return null

  const { default: Stripe } = await import('stripe')
  const stripe = new Stripe(payments.secretKey, {
    ...addressOf(payments.url),
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    httpClient: bounding(Stripe.createNodeHttpClient()),
  })
  return { stripe, webhookSecret: payments.webhookSecret, prices: payments.prices, errors: Stripe.errors }
}

/** What comes of an answer is read whole, by a library that would take any length. */
function bounding(client: Stripe.HttpClient): Stripe.HttpClient {
  const ask = client.makeRequest.bind(client)
  client.makeRequest = async (...request) => {
    const answer = await ask(...request)
    const read = answer.toJSON.bind(answer)
    answer.toJSON = () => {
      breakOffEndless(answer.getRawResponse() as IncomingMessage)
      return read()
    }
    return answer
  }
  return client
}

/** Stripe itself, or whatever speaks its language at another address. */
function addressOf(url: string | undefined): Stripe.StripeConfig {
  if (url === undefined) return {}
  const { protocol, hostname, port } = new URL(url)
  const isPlain = protocol === 'http:'
  return {
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port || (isPlain ? '80' : '443'),
  }
}
