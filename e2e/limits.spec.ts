import { expect } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { signInHere, signUp, signUpOperator } from './person.ts'
import { test } from './test.ts'

const operator = 'operator@family.example'
test.use({ settings: { OPERATOR_EMAILS: operator } })

test('who may look and who may help are limited by the plan, with a sentence and the way to a larger one', async ({
  page,
  person,
  server,
}) => {
  const story = await person.api.stories.create({ id: uuidv7(), title: 'The harbour', method: 'journal' })
  const aunts = await Promise.all(Array.from({ length: 6 }, () => signUp(server.origin)))
  await page.goto(`/app/sharing-options?type=story&id=${story.id}`)
  const give = async (email: string, role: string) => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('What they may do').first().selectOption(role)
    await page.getByRole('button', { name: 'Give access' }).click()
  }
  const way = page.getByRole('link', { name: 'See what the Family Plan brings' })

  await give(aunts[0]?.email ?? '', 'editor')
  await expect(page.getByText(/^Editors and admins come with the Family Plan/).first()).toBeVisible()
  await expect(way).toBeVisible()
  for (const { email } of aunts.slice(0, 5)) {
    await person.api.sharing.share({ resourceType: 'story', resourceId: story.id, email, role: 'viewer' })
  }
  await give(aunts[5]?.email ?? '', 'viewer')
  await expect(page.getByText(/^Your plan lets you share with 5 family members/).first()).toBeVisible()
  const { people } = await person.api.sharing.get({ resourceType: 'story', resourceId: story.id })
  expect(people).toHaveLength(5)

  await way.click()
  await expect(page.getByRole('button', { name: 'Upgrade to Family Plan' })).toBeVisible()
})

test('full storage, and no more files of storybooks this month, are told with what is safe and the way on', async ({
  page,
  context,
  server,
}) => {
  const olga = await signUpOperator(server, operator)
  const ana = await signUp(server.origin)
  const story = await ana.api.stories.create({ id: uuidv7(), title: 'The harbour', method: 'journal' })
  const book = await ana.api.storybooks.create({ id: uuidv7(), title: 'Harbour years', storyIds: [story.id] })
  const limits = { storageBytes: 0, exportsPerMonth: 0 }
  await olga.api.billing.grant({ email: ana.email, tier: 'free', limits })
  await signInHere(context, ana)

  await page.goto('/app/stories')
  await page.getByRole('button', { name: 'New Story' }).click()
  const full = page.getByRole('dialog', { name: 'Storage Limit Reached' })
  await expect(full).toContainText('Everything')
  // The operator has given this plan: there is nothing to buy, and nothing is offered.
  await expect(full.getByRole('link', { name: 'Upgrade Now' })).toHaveCount(0)
  await full.getByRole('button', { name: 'Close' }).first().click()

  await page.goto(`/app/storybooks/${book.id}`)
  await page.getByRole('button', { name: 'Download' }).click()
  const files = page.getByRole('dialog', { name: 'Take it with you' })
  await files.getByRole('button', { name: 'Make an e-book' }).click()
  await expect(files.getByRole('alert')).toContainText('makes no more files of storybooks this month')
  await files.getByRole('link', { name: 'See what the Family Plan brings' }).click()
  await expect(page).toHaveURL(/\/app\/billing$/)
})
