import { expect } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { limits } from '#contract/limits.ts'
import { escapeFrom } from './keyboard.ts'
import { type Person, signInHere, signUp, signUpOperator } from './person.ts'
import { test } from './test.ts'

const operator = 'operator@family.example'
test.use({ settings: { OPERATOR_EMAILS: operator } })

let olga: Person
test.beforeAll(async ({ server }) => {
  olga = await signUpOperator(server, operator)
})

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
  const limit = page.getByRole('dialog', { name: 'Sharing Limit Reached' })

  await give(aunts[0]?.email ?? '', 'editor')
  await expect(limit).toContainText('Editors and admins come with the Family Plan.')
  await expect(limit).toContainText('$19.99/month, cancel anytime')
  await limit.getByRole('button', { name: 'Maybe Later' }).click()
  await expect(limit).toBeHidden()
  // The message stays in its place, and the dialog can be opened again.
  await expect(page.getByText(/^Editors and admins come with the Family Plan/).first()).toBeVisible()
  await page.getByRole('button', { name: 'What you can do' }).click()
  await expect(limit).toBeVisible()
  await escapeFrom(page, limit)
  for (const { email } of aunts.slice(0, 5)) {
    await person.api.sharing.share({ resourceType: 'story', resourceId: story.id, email, role: 'viewer' })
  }
  await give(aunts[5]?.email ?? '', 'viewer')
  await expect(limit).toContainText('This plan has room for 5 family members')
  const { people } = await person.api.sharing.get({ resourceType: 'story', resourceId: story.id })
  expect(people).toHaveLength(5)

  await page.keyboard.press('Escape')
  await page.reload()
  await page
    .getByLabel(/^What .* may do$/)
    .nth(1)
    .selectOption('editor')
  await expect(limit).toContainText('choose Viewer')
  await limit.getByRole('link', { name: 'Upgrade Now' }).click()
  await expect(page.getByRole('button', { name: 'Upgrade to Family Plan' })).toBeVisible()
})

test('where another’s plan has no more room, nothing is offered: theirs is not one’s own to enlarge', async ({
  page,
  person,
  server,
}) => {
  const owner = await signUp(server.origin)
  const [aunt, uncle] = [await signUp(server.origin), await signUp(server.origin)]
  const story = await owner.api.stories.create({ id: uuidv7(), title: 'The harbour', method: 'journal' })
  const resource = { resourceType: 'story', resourceId: story.id } as const
  await olga.api.billing.grant({ email: owner.email, tier: 'family', limits: { viewers: 1 } })
  await owner.api.sharing.share({ ...resource, email: person.email, role: 'admin' })
  await owner.api.sharing.share({ ...resource, email: aunt.email, role: 'viewer' })

  await page.goto(`/app/sharing-options?type=story&id=${story.id}`)
  await page.getByLabel('Email').fill(uncle.email)
  await page.getByRole('button', { name: 'Give access' }).click()
  await expect(page.getByText(/^Your plan|^This plan/).first()).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'What you can do' })).toBeHidden()
})

test('full storage, and no more files of storybooks this month, are told with what is safe and the way on', async ({
  page,
  context,
  server,
}) => {
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
  // The operator has assigned this plan, so there is nothing to buy, and nothing is offered.
  await expect(full.getByRole('link', { name: 'Upgrade Now' })).toHaveCount(0)
  await expect(full).toContainText('Plans are given by whoever looks after this Kinora.')
  await full.getByRole('button', { name: 'Close' }).first().click()

  await page.goto(`/app/stories/${story.id}/upload`)
  const buffer = Buffer.from('%PDF-1.4\nstartxref\n9\n%%EOF')
  await page.setInputFiles('input[type=file]', { name: 'deed.pdf', mimeType: 'application/pdf', buffer })
  await expect(full).toContainText('Your storage is full. Everything you have is safe')

  await page.goto(`/app/storybooks/${book.id}`)
  await page.getByRole('button', { name: 'Download' }).click()
  const files = page.getByRole('dialog', { name: 'Take it with you' })
  await files.getByRole('button', { name: 'Make an e-book' }).click()
  const limit = page.getByRole('dialog', { name: 'Export Limit Reached' })
  await expect(limit).toContainText('makes no more files of storybooks this month')
  await escapeFrom(page, limit)
  await expect(files.getByRole('alert')).toContainText('makes no more files of storybooks this month')
  await files.getByRole('button', { name: 'What you can do' }).click()
  await limit.getByRole('link', { name: 'See your plan' }).click()
  await expect(page).toHaveURL(/\/app\/billing$/)
})

test('a book with as many stories as one may hold says so, and takes another when one is taken out', async ({
  page,
  person,
}) => {
  const storyIds: string[] = []
  for (let count = 0; count <= limits.storiesPerStorybook; count += 1) {
    const id = uuidv7()
    await person.api.stories.create({ id, title: `Evening ${count}`, method: 'journal' })
    storyIds.push(id)
  }
  const [left = '', ...held] = storyIds.toReversed()
  const book = await person.api.storybooks.create({ id: uuidv7(), title: 'Evenings', storyIds: held })
  await page.goto(`/app/storybooks/${book.id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Storybook' })
  const add = dialog.getByRole('button', { name: `Add Evening ${limits.storiesPerStorybook}`, exact: true })
  await expect(dialog.getByText('A book holds at most 200 stories.')).toBeVisible()
  await expect(add).toBeDisabled()

  await dialog.getByRole('button', { name: 'Take “Evening 0” out' }).click()
  await add.click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const { stories } = await person.api.storybooks.get({ id: book.id })
  expect(stories.map(({ id }) => id)).toEqual([...held.slice(0, -1), left])
})
