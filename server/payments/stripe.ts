import type { IncomingMessage } from 'node:http'
import type Stripe from 'stripe'
import type { Tier } from '#contract/plans.ts'
import { breakOffEndless } from '../bounded-answer.ts'
import type { Env } from '../env.ts'

/** The operator's Stripe account. */
export type Payments = {
  stripe: Stripe
  webhookSecret: string
  /** The ids of the Stripe prices by which plans are sold. */
  prices: Partial<Record<Tier, string>>
  /** Stripe's error classes, to recognise its errors by. */
  errors: typeof Stripe.errors
}

/** Null when the operator has not configured Stripe; its library is then not even loaded. */
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

/** Limits the size of responses, which the library reads into memory whole and at any length. */
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

/** The address of a service that speaks Stripe's API in Stripe's place; by default, Stripe's own. */
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
