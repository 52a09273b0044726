import { expect, type Route } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { signInHere, signUp } from './person.ts'
import { test } from './test.ts'
import { upgradeByTestCard } from './test-card.ts'

test('a limit that is met leads to a plan that is tried out, paid by a test card and cancelled', async ({
  page,
  context,
  server,
}) => {
  const ana = await signUp(server.origin)
  const story = await ana.api.stories.create({ id: uuidv7(), title: 'The harbour', method: 'journal' })
  for (let count = 0; count < 5; count += 1) {
    await ana.api.storybooks.create({ id: uuidv7(), title: `Book ${count}`, storyIds: [story.id] })
  }
  await signInHere(context, ana)

  await page.goto('/app/storybooks')
  await expect(page.getByText('5 / 5')).toBeVisible()
  await page.getByRole('button', { name: 'New Storybook' }).click()
  const limit = page.getByRole('dialog', { name: 'Storybook Limit Reached' })
  await expect(limit).toContainText('$19.99/month, cancel anytime')
  await expect(limit).toContainText('100GB storage (vs 5GB)')
  await expect(limit).toContainText('10 storybooks per month (vs 5)')
  await limit.getByRole('link', { name: 'Upgrade Now' }).click()

  await expect(page).toHaveURL(/\/app\/billing$/)
  const mine = page.getByRole('region', { name: 'Your plan' })
  await expect(mine).toContainText('Free Forever')
  const meter = page.getByRole('progressbar', { name: 'Storybooks this month', exact: true })
  await expect(meter).toHaveAttribute('aria-valuenow', '100')
  await expect(page.getByRole('button', { name: 'Current Plan' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Coming Soon' })).toBeDisabled()

  await page.getByRole('button', { name: 'Upgrade to Family Plan' }).click()
  const form = page.getByRole('dialog', { name: 'Upgrade to Family Plan' })
  await expect(form).toContainText('Test mode: no money moves.')
  await form.getByLabel('Card number').fill('4242 4242 4242 4241')
  await form.getByLabel('Expiry (MM/YY)').pressSequentially('01/20')
  await form.getByRole('button', { name: 'Upgrade (test)' }).click()
  await expect(form.getByText('Please enter a valid card number')).toBeVisible()
  await expect(form.getByText('This card has expired')).toBeVisible()
  await expect(form.getByText('Please enter the name on the card')).toBeVisible()
  await expect(form.getByLabel('Card number')).toBeFocused()

  await upgradeByTestCard(form)
  await expect(page.getByText('Successfully upgraded to Family Plan!')).toBeVisible()
  await expect(form).toBeHidden()

  await expect(mine).toContainText('Family Plan')
  await expect(mine).toContainText('visa ending in 4242')
  await expect(page.getByRole('region', { name: 'What you use' })).toContainText('5 of 10')
  await expect(page.getByRole('region', { name: 'Billing history' })).toContainText('Test: nothing was paid')

  await mine.getByRole('button', { name: 'Cancel plan' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan' }).click()
  await expect(page.getByText('Your plan is cancelled')).toBeVisible()
  await expect(mine).toContainText('After that you have Free Forever')
  await mine.getByRole('button', { name: 'Keep my plan' }).click()
  await expect(mine).toContainText('The next month begins on')
})

test('whoever has cancelled what they pay for beside a given plan can take that back', async ({
  page,
  context,
  server,
}) => {
  await signInHere(context, await signUp(server.origin))
  const month = '2027-01-15T12:00:00Z'
  const given = { tier: 'generation', source: 'operator', paysBeside: true }
  let stands = { renewsAt: null as string | null, besideEndsAt: month as string | null }
  // Payments are a test here, and nothing is paid beside a given plan then: the answers are those of a server with Stripe.
  const asOfStripe = async (route: Route) => {
    const url = route.request().url().replace('/resume', '/get')
    const { json } = await (await route.fetch({ url })).json()
    await route.fulfill({
      json: { json: { ...json, mode: 'stripe', plan: { ...json.plan, ...given, ...stands } } },
    })
  }
  await page.route('**/rpc/billing/get', asOfStripe)
  await page.route('**/rpc/billing/resume', async (route) => {
    stands = { renewsAt: month, besideEndsAt: null }
    await asOfStripe(route)
  })

  await page.goto('/app/billing')
  const mine = page.getByRole('region', { name: 'Your plan' })
  await expect(mine).toContainText('it ends on January 15, 2027, and is not charged again.')
  await expect(mine.getByRole('button', { name: 'Cancel plan' })).toBeHidden()
  await mine.getByRole('button', { name: 'Keep my plan' }).click()

  await expect(mine).toContainText('the next payment is on January 15, 2027.')
  await expect(mine.getByRole('button', { name: 'Cancel plan' })).toBeVisible()
})

test('whoever comes back from paying while Stripe cannot be asked is told that they have not paid in vain', async ({
  page,
  context,
  server,
}) => {
  await signInHere(context, await signUp(server.origin))
  await page.route('**/rpc/billing/get', async (route) => {
    const { json } = await (await route.fetch()).json()
    await route.fulfill({ json: { json: { ...json, mode: 'stripe' } } })
  })
  await page.route('**/rpc/billing/refresh', (route) => route.abort())

  await page.goto('/app/billing?checkout=done')

  await expect(page.getByText('Your payment is still being confirmed')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your plan' })).toContainText('Free Forever')
  await page.goto('/app/billing')
  await expect(page.getByRole('region', { name: 'Your plan' })).toBeVisible()
  await expect(page.getByText('Your payment is still being confirmed')).toHaveCount(0)
})
