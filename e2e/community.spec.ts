import { expect, type Locator, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { chooseFromMenu } from './choose-from-menu.ts'
import { signInHere, signUp, signUpOperator } from './person.ts'
import { test as withServer } from './test.ts'

const operator = 'olga@family.example'
const test = withServer.extend({})
test.use({ settings: { OPERATOR_EMAILS: operator } })

test('somebody words a question anew, drags it in its playlist and publishes both; the operator hides what was reported', async ({
  page,
  person,
  server,
  browser,
}) => {
  const ids = [uuidv7(), uuidv7()]
  const [first = '', second = ''] = ids
  await person.api.prompts.create({ id: first, text: 'Who taught you to wistle?' })
  await person.api.prompts.create({ id: second, text: 'What did the kitchen smell of?' })
  const list = { id: uuidv7(), name: 'Whistling', promptIds: ids }
  await person.api.prompts.createPlaylist(list)
  await page.goto('/app/prompts')
  await chooseFromMenu(page, 'Who taught you to wistle?', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Prompt' })
  await dialog.getByLabel('Question').fill('Who taught you to skate?')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Prompt updated successfully')).toBeVisible()

  await page.getByRole('link', { name: 'Whistling' }).click()
  const questions = page.getByRole('list', { name: 'Prompts in this playlist' }).getByRole('listitem')
  await expect(questions.first()).toContainText('Who taught you to skate?')
  await drag(page, questions.first().getByRole('button', { name: /^Move / }), questions.nth(1))
  await expect(questions.first()).toContainText('What did the kitchen smell of?')
  await expect
    .poll(async () => (await person.api.prompts.playlist({ id: list.id })).promptIds)
    .toEqual([second, first])

  await chooseFromMenu(page, 'Whistling', 'Publish to Community')
  const asked = page.getByRole('alertdialog', { name: 'Publish to Community?' })
  await expect(asked).toContainText('All families of this Kinora can then see “Whistling”')
  await asked.getByRole('button', { name: 'Cancel' }).click()
  const isPublished = async () => (await person.api.prompts.playlist({ id: list.id })).isPublished
  expect(await isPublished()).toBe(false)
  await chooseFromMenu(page, 'Whistling', 'Publish to Community')
  await asked.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Everybody can see it in Community now')).toBeVisible()
  await chooseFromMenu(page, 'Who taught you to skate?', 'Publish to Community')
  await asked.getByRole('button', { name: 'Publish' }).click()
  const boris = await signUp(server.origin)
  const published = async () =>
    (await boris.api.prompts.list({ list: 'community' })).items.map(({ id }) => id)
  await expect.poll(published).toContain(first)
  await boris.api.community.report({ kind: 'prompt', id: first, reason: 'Whistling is rude' })

  const here = await browser.newContext({ baseURL: server.origin })
  await signInHere(here, await signUpOperator(server, operator))
  const olga = await here.newPage()
  await olga.goto('/app/prompts?tab=community')
  const reported = olga.getByRole('region', { name: 'Reported' })
  await expect(reported).toContainText('“Whistling is rude”')
  await reported.getByRole('button', { name: 'Hide' }).click()
  await expect(reported.getByRole('button', { name: 'Show again' })).toBeVisible()
  await expect.poll(published).not.toContain(first)
  await chooseFromMenu(page, 'Who taught you to skate?', 'Take out of Community')
  await chooseFromMenu(page, 'Who taught you to skate?', 'Publish to Community')
  await expect(asked).toContainText('It stays hidden when it is published again')
  await asked.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('It stays hidden for now')).toBeVisible()
  await reported.getByRole('button', { name: 'Show again' }).click()
  await expect.poll(published).toContain(first)
  await here.close()

  await chooseFromMenu(page, 'Who taught you to skate?', 'Take out of Community')
  await expect.poll(published).not.toContain(first)
})

/** Drags an item with the mouse by its grip. */
async function drag(page: Page, grip: Locator, to: Locator): Promise<void> {
  const [from, target] = [await grip.boundingBox(), await to.boundingBox()]
  if (!from || !target) throw new Error('there is nothing to be dragged')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 6 })
  await page.mouse.up()
}
