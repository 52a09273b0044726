import { expect, onTestFinished, test } from 'vitest'
import type { PlanGrant } from '#contract/billing.ts'
import { plans } from '#contract/plans.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { asSuperuser, recordWhole } from '../../testing/recorder.ts'
import { turnDuePlans } from './billing.jobs.ts'
import { monthAfter } from './test-plan.ts'

const { app, person, database, services } = await createTestKinora()
const card = { brand: 'visa', last4: '4242' } as const
const upgraded = async () => {
  const ana = await person()
  await ana.client.billing.upgrade({ tier: 'family', card })
  return ana
}
/** Lets 32 days pass for one plan. */
const monthPasses = async ({ id }: Person) => {
  await asSuperuser(
    database,
    `update subscriptions set period_end = period_end - interval '32 days', ends_at = ends_at - interval '32 days'
     where user_id = $1`,
    [id],
  )
}

test('a new account sees the free plan with nothing used of it', async () => {
  const ana = await person()

  expect(await ana.client.billing.get()).toEqual({
    mode: 'test',
    plan: {
      tier: 'free',
      source: 'default',
      status: 'active',
      renewsAt: null,
      endsAt: null,
      fallsTo: 'free',
      hasOwnLimits: false,
      paysBeside: false,
      besideEndsAt: null,
    },
    usage: {
      storageBytes: { used: 0, limit: plans.free.storageBytes },
      aiHours: { used: 0, limit: 1 },
      collaborators: { used: 0, limit: 0 },
      viewers: { used: 0, limit: 5 },
      storybooks: { used: 0, limit: 5 },
      exports: { used: 0, limit: 10 },
      aiPages: { used: 0, limit: 20 },
    },
    card: null,
    invoices: [],
  })
})

test('an upgrade brings the plan, its limits and an invoice marked as a test, and keeps four digits of the card', async () => {
  const ana = await upgraded()

  const { plan, usage, invoices, ...rest } = await ana.client.billing.get()

  expect(plan).toMatchObject({ tier: 'family', source: 'test', status: 'active', endsAt: null })
  expect(Date.parse(plan.renewsAt ?? '')).toBeGreaterThan(Date.now() + 27 * 86_400_000)
  expect(usage).toMatchObject({ storageBytes: { limit: 100_000_000_000 }, viewers: { limit: null } })
  expect(rest.card).toEqual(card)
  expect(invoices).toMatchObject([{ number: 'TEST-0001', amountCents: 1999, status: 'test', url: null }])
})

test('upgrading again, also twice at once, changes the card and bills nothing', async () => {
  const ana = await person()
  await Promise.all([1, 2].map(() => ana.client.billing.upgrade({ tier: 'family', card })))

  const { invoices } = await ana.client.billing.changeCard({ brand: 'amex', last4: '0005' })

  expect(invoices).toHaveLength(1)
  expect((await ana.client.billing.get()).card).toEqual({ brand: 'amex', last4: '0005' })
})

test('no plan but the one for sale can be taken, and no card number is let in', async () => {
  const ana = await person()
  const send = (body: object) =>
    ana.request('/api/billing/upgrade', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  expect((await send({ tier: 'generation', card })).status).toBe(400)
  expect((await send({ tier: 'family', card: { brand: 'visa', last4: '4242424242424242' } })).status).toBe(
    400,
  )
  expect((await ana.client.billing.get()).plan.tier).toBe('free')
})

test('a cancelled plan stays until its month ends, can be taken back, and then falls to free', async () => {
  const ana = await upgraded()

  const cancelled = await ana.client.billing.cancel()
  expect(cancelled.plan).toMatchObject({
    tier: 'family',
    status: 'cancelling',
    renewsAt: null,
    fallsTo: 'free',
  })
  expect((await ana.client.billing.resume()).plan).toMatchObject({ status: 'active', endsAt: null })
  await ana.client.billing.cancel()
  await monthPasses(ana)

  // The plan falls back the moment it ends, before any job has run.
  expect(await ana.client.billing.get()).toMatchObject({
    plan: { tier: 'free' },
    usage: { storageBytes: { limit: plans.free.storageBytes } },
  })
  await expect(ana.client.billing.resume()).rejects.toMatchObject({ code: 'CONFLICT' })
  await turnDuePlans(services)
  expect(await ana.client.billing.get()).toMatchObject({
    plan: { tier: 'free', source: 'default', status: 'active', endsAt: null },
    card: null,
    invoices: [{ status: 'test' }],
  })
})

test('an operator who gives limits of its own to an account lets it have the plan that it took', async () => {
  const [ana, olga] = [await upgraded(), await person('Olga')]
  services.env.operatorEmails.push(olga.email)
  const before = await ana.client.billing.get()

  await olga.client.billing.grant({ email: ana.email, tier: 'default', limits: { viewers: 9 } })

  const { plan, usage, card: kept } = await ana.client.billing.get()
  expect(plan).toEqual({ ...before.plan, hasOwnLimits: true })
  expect(usage.viewers.limit).toBe(9)
  expect(kept).toEqual(card)
})

test('a plan that an operator gives does not end with the one that was cancelled before', async () => {
  const [ana, olga] = [await upgraded(), await person('Olga')]
  services.env.operatorEmails.push(olga.email)
  await ana.client.billing.cancel()

  await olga.client.billing.grant({ email: ana.email, tier: 'generation' })

  const { plan } = await ana.client.billing.get()
  expect(plan).toMatchObject({ tier: 'generation', status: 'active', endsAt: null, renewsAt: null })
})

test('a plan that goes on begins its next month once, also after a long sleep of the server', async () => {
  const ana = await upgraded()
  await monthPasses(ana)
  await monthPasses(ana)
  await monthPasses(ana)

  await Promise.all([turnDuePlans(services), turnDuePlans(services)])

  const { plan, invoices } = await ana.client.billing.get()
  expect(plan).toMatchObject({ tier: 'family', status: 'active' })
  expect(Date.parse(plan.renewsAt ?? '')).toBeGreaterThan(Date.now())
  expect(invoices).toHaveLength(2)
})

test('plans that cannot be turned do not crowd out the later ones', async () => {
  const [failing, later] = [await upgraded(), await upgraded()]
  await monthPasses(failing)
  await monthPasses(failing)
  await monthPasses(later)
  await asSuperuser(
    database,
    `create function public.refuse_month() returns trigger language plpgsql as $$
     begin
       if new.user_id = '${failing.id}' then raise exception 'this plan is not turned'; end if;
       return new;
     end $$`,
    [],
  )
  await asSuperuser(
    database,
    `create trigger refuse_month before update on public.subscriptions
     for each row execute function public.refuse_month()`,
    [],
  )
  onTestFinished(async () => {
    await asSuperuser(database, 'drop trigger refuse_month on public.subscriptions', [])
  })

  await turnDuePlans(services, 1)

  expect((await later.client.billing.get()).invoices).toHaveLength(2)
  expect((await failing.client.billing.get()).invoices).toHaveLength(1)
})

test('what lies over the limit after a downgrade is kept, seen and played; only new things are refused', async () => {
  const [ana, boris] = [await upgraded(), await person('Boris')]
  const { story, id } = await recordWhole(ana, new TextEncoder().encode('a long film'))
  const on = { resourceType: 'story', resourceId: story.id } as const
  await ana.client.sharing.share({ ...on, email: boris.email, role: 'editor' })
  await asSuperuser(
    database,
    `update media set size_bytes = 60000000000 where user_id = $1 and role = 'original'`,
    [ana.id],
  )
  await ana.client.billing.cancel()
  await monthPasses(ana)
  await turnDuePlans(services)

  const kept = await ana.client.stories.get({ id: story.id })
  expect(kept.recordings).toMatchObject([{ id }])
  const { url } = await ana.client.media.address({ id: kept.recordings[0]?.originalMediaId ?? '' })
  expect((await app.request(url, { method: 'HEAD' })).status).toBe(200)
  await boris.client.stories.update({ id: story.id, title: 'Boris may still write' })
  expect((await ana.client.billing.get()).usage).toMatchObject({
    storageBytes: { used: 60_000_000_000, limit: plans.free.storageBytes },
    collaborators: { used: 1, limit: 0 },
  })

  await expect(recordWhole(ana, new TextEncoder().encode('another'))).rejects.toMatchObject({
    code: 'STORAGE_LIMIT_REACHED',
  })
  const olga = await person('Olga')
  await expect(ana.client.sharing.share({ ...on, email: olga.email, role: 'editor' })).rejects.toMatchObject({
    code: 'SHARING_LIMIT_REACHED',
  })
})

test('a month begins on the same day, or on the last one of a shorter month', () => {
  const after = (day: string) => monthAfter(new Date(day)).toISOString().slice(0, 10)

  expect(after('2026-11-21T10:00:00Z')).toBe('2026-12-21')
  expect(after('2026-12-31T10:00:00Z')).toBe('2027-01-31')
  expect(after('2027-01-31T10:00:00Z')).toBe('2027-02-28')
})

test('the operator gives a plan and limits, which nobody pays for or cancels, and takes them back', async () => {
  const [ana, olga] = [await person('Ana'), await person('Olga')]
  const grant = (who: Person, given: Parameters<Person['client']['billing']['grant']>[0]) =>
    who.client.billing.grant(given)
  await expect(grant(ana, { email: ana.email, tier: 'family' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(ana.client.billing.readGrant(olga)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await olga.client.account.profile()).isOperator).toBe(false)
  services.env.operatorEmails.push(olga.email)
  expect((await olga.client.account.profile()).isOperator).toBe(true)
  expect((await ana.client.account.profile()).isOperator).toBe(false)
  await expect(grant(olga, { email: 'nobody@example.com', tier: 'family' })).rejects.toMatchObject({
    code: 'USER_NOT_FOUND',
  })

  await grant(olga, {
    email: ana.email.toUpperCase(),
    tier: 'generation',
    limits: { storageBytes: 10, viewers: null },
  })

  expect(await ana.client.billing.get()).toMatchObject({
    plan: { tier: 'generation', source: 'operator', hasOwnLimits: true },
    usage: { storageBytes: { limit: 10 }, aiHours: { limit: null }, viewers: { limit: null } },
  })
  await expect(ana.client.billing.upgrade({ tier: 'family', card })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await expect(ana.client.billing.cancel()).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(recordWhole(ana, new TextEncoder().encode('eleven bytes'))).rejects.toThrow(/507/)

  const seen = await olga.client.billing.readGrant({ email: ana.email })
  expect(seen).toMatchObject({
    email: ana.email,
    plan: { tier: 'generation', source: 'operator' },
    usage: { storageBytes: { used: 0, limit: 10 } },
    limits: { storageBytes: 10, viewers: null },
  })
  expect(Object.keys(seen).toSorted()).toEqual(['email', 'limits', 'plan', 'usage'])
  await expect(olga.client.billing.readGrant({ email: 'nobody@example.com' })).rejects.toMatchObject({
    code: 'USER_NOT_FOUND',
  })

  await grant(olga, { email: ana.email, tier: 'default' })
  expect(await ana.client.billing.get()).toMatchObject({
    plan: { tier: 'free', source: 'default', hasOwnLimits: false },
    usage: { storageBytes: { limit: plans.free.storageBytes } },
  })
})

test('a limit is at most as large as the database can count, and a larger one changes nothing', async () => {
  const [ana, olga] = [await person('Ana'), await person('Olga')]
  services.env.operatorEmails.push(olga.email)
  const grant = (limits: PlanGrant['limits']) =>
    olga.client.billing.grant({ email: ana.email, tier: 'family', limits })
  const most = 2 ** 31 - 1
  const kinds = [
    'collaborators',
    'viewers',
    'storybooksPerMonth',
    'exportsPerMonth',
    'aiPagesPerMonth',
  ] as const

  for (const kind of kinds)
    await expect(grant({ [kind]: most + 1 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const all = Object.fromEntries(kinds.map((kind) => [kind, most]))
  await grant({ ...all, storageBytes: 2 ** 40 })

  expect((await ana.client.billing.get()).usage).toMatchObject({
    storageBytes: { limit: 2 ** 40 },
    collaborators: { limit: most },
    viewers: { limit: most },
    storybooks: { limit: most },
    exports: { limit: most },
    aiPages: { limit: most },
  })
})
