import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll } from 'vitest'

type Thing = Record<string, unknown> & { id: string }

export type StripeStandIn = {
  url: string
  /** The stand-in's subscriptions; tests change them as a bank or Stripe's clock would. */
  subscriptions: Thing[]
  invoices: Thing[]
  charges: Thing[]
  sessions: Thing[]
  /** The changes of customers' addresses. */
  moved: Thing[]
  /** Every request in order: 'POST /v1/customers'. */
  calls: string[]
  /** The paths that the key may not ask for, as with a restricted key; `/v1/invoices?expand`: only with more than their own fields. */
  forbidden: Set<string>
  /** Answers everything with 503 while true. */
  isDown: boolean
  /**
   * Deletes a customer as an operator can in Stripe's dashboard: the subscription ends, and the customer can no longer be found.
   */
  deleteCustomer: (customer: string) => void
  /** Makes a customer unknown, as it is to another Stripe account, or to test mode if it belongs to live mode. */
  forgetCustomer: (customer: string) => void
  /** Adds a subscription as Stripe describes one that has just been paid for. */
  subscribe: (customer: string, change?: Record<string, unknown>) => Thing
}

const seconds = (days: number) => Math.floor(Date.now() / 1000) + days * 86_400

const missing = (customer: string) => ({
  error: {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'customer',
    message: `No such customer: '${customer}'`,
  },
})

/** The part of Stripe's HTTP API that Kinora uses, on a local port, for the official client. Call it at the top of a file. */
export async function startStripe(): Promise<StripeStandIn> {
  let count = 0
  const [deleted, forgotten] = [new Set<string>(), new Set<string>()]
  const standIn: StripeStandIn = {
    url: '',
    subscriptions: [],
    invoices: [],
    charges: [],
    sessions: [],
    moved: [],
    calls: [],
    forbidden: new Set(),
    isDown: false,
    deleteCustomer: (customer) => {
      deleted.add(customer)
      for (const one of standIn.subscriptions) if (one.customer === customer) one.status = 'canceled'
    },
    forgetCustomer: (customer) => forgotten.add(customer),
    subscribe: (customer, change = {}) => {
      count += 1
      const made = {
        id: `sub_${count}`,
        object: 'subscription',
        customer,
        status: 'active',
        created: seconds(0) + count,
        cancel_at: null,
        cancel_at_period_end: false,
        metadata: {},
        default_payment_method: {
          id: 'pm_1',
          object: 'payment_method',
          card: { brand: 'visa', last4: '4242' },
        },
        items: {
          object: 'list',
          data: [{ id: 'si_1', price: { id: 'price_family' }, current_period_end: seconds(30) }],
        },
        ...change,
      }
      standIn.subscriptions.push(made)
      return made
    },
  }
  const list = (data: Thing[]) => ({ object: 'list', has_more: false, data })
  const ofCustomer = (things: Thing[], customer: string | undefined) =>
    things.filter((thing) => thing.customer === customer)
  const byKey = new Map<string, Thing>()

  const app = new Hono()
  app.use(async (c, next) => {
    standIn.calls.push(`${c.req.method} ${c.req.path}`)
    if (standIn.isDown) return c.json({ error: { type: 'api_error', message: 'down' } }, 503)
    const asked = c.req.query('expand[0]') === undefined ? c.req.path : `${c.req.path}?expand`
    if (!standIn.forbidden.has(c.req.path) && !standIn.forbidden.has(asked)) return next()
    return c.json({ error: { type: 'invalid_request_error', message: 'this key may not' } }, 403)
  })
  app.use(async (c, next) => {
    const isOfCustomer = c.req.method === 'POST' && !c.req.path.startsWith('/v1/subscriptions/')
    const { customer } = isOfCustomer ? await c.req.parseBody() : c.req.query()
    const named = typeof customer === 'string' ? customer : c.req.path.split('/')[3]
    if (named !== undefined && forgotten.has(named)) return c.json(missing(named), 400)
    if (named === undefined || !deleted.has(named) || c.req.path === `/v1/customers/${named}`) return next()
    return c.json(missing(named), 400)
  })
  app.get('/v1/customers/:id', (c) => {
    const id = c.req.param('id')
    return c.json({ id, object: 'customer', ...(deleted.has(id) ? { deleted: true } : {}) })
  })
  app.post('/v1/customers', (c) => {
    const key = c.req.header('idempotency-key') ?? ''
    const known = byKey.get(key) ?? { id: `cus_${byKey.size + 1}`, object: 'customer' }
    byKey.set(key, known)
    return c.json(known)
  })
  app.post('/v1/customers/:id', async (c) => {
    if (deleted.has(c.req.param('id'))) return c.json(missing(c.req.param('id')), 404)
    const { email } = await c.req.parseBody()
    const known = { id: c.req.param('id'), object: 'customer', email }
    standIn.moved.push(known)
    return c.json(known)
  })
  app.get('/v1/subscriptions', (c) => {
    const wanted = ofCustomer(standIn.subscriptions, c.req.query('customer'))
    const all = c.req.query('status') === 'all'
    return c.json(list(wanted.filter(({ status }) => all || status !== 'canceled')))
  })
  app.get('/v1/subscriptions/:id', (c) => {
    const found = standIn.subscriptions.find(({ id }) => id === c.req.param('id'))
    return c.json(found ?? {}, found ? 200 : 404)
  })
  app.post('/v1/subscriptions/:id', async (c) => {
    const found = standIn.subscriptions.find(({ id }) => id === c.req.param('id'))
    const body = await c.req.parseBody()
    if (found && 'cancel_at_period_end' in body) {
      found.cancel_at_period_end = body.cancel_at_period_end === 'true'
    }
    if (found && body.cancel_at === '') found.cancel_at = null
    // Stripe merges metadata key by key; an empty value removes a key.
    for (const [field, value] of Object.entries(body)) {
      const key = /^metadata\[(\w+)\]$/.exec(field)?.[1]
      if (found && key) found.metadata = { ...(found.metadata ?? {}), [key]: value || undefined }
    }
    return c.json(found ?? {}, found ? 200 : 404)
  })
  app.delete('/v1/subscriptions/:id', (c) => {
    const found = standIn.subscriptions.find(({ id }) => id === c.req.param('id'))
    if (found) found.status = 'canceled'
    return c.json(found ?? {}, found ? 200 : 404)
  })
  app.get('/v1/invoices', (c) => {
    const found = ofCustomer(standIn.invoices, c.req.query('customer'))
    const isExpanded = c.req.query('expand[0]') === 'data.payments'
    return c.json(list(isExpanded ? found : found.map(({ payments: _, ...plain }) => plain)))
  })
  app.get('/v1/charges', (c) => c.json(list(ofCustomer(standIn.charges, c.req.query('customer')))))
  app.get('/v1/checkout/sessions', (c) => {
    const open = ofCustomer(standIn.sessions, c.req.query('customer')).filter(
      ({ status }) => status === 'open',
    )
    return c.json(list(open))
  })
  app.post('/v1/checkout/sessions', async (c) => {
    const body = await c.req.parseBody()
    const id = `cs_${standIn.sessions.length + 1}`
    const session = {
      object: 'checkout.session',
      url: `https://pay.example/${id}`,
      status: 'open',
      ...body,
      id,
    }
    standIn.sessions.push(session)
    return c.json(session)
  })
  app.post('/v1/checkout/sessions/:id/expire', (c) => {
    const found = standIn.sessions.find(({ id }) => id === c.req.param('id'))
    if (found) found.status = 'expired'
    return c.json(found ?? {})
  })
  app.post('/v1/billing_portal/sessions', (c) =>
    c.json({ id: 'bps_1', object: 'billing_portal.session', url: 'https://portal.example/1' }),
  )

  const server = createServer(getRequestListener(app.fetch))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return standIn
}
