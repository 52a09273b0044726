import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { accessibilityFindings } from './accessibility.ts'
import { signUp } from './person.ts'
import { test } from './test.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const saveIn = (page: Page, dialog: string) =>
  dialogOf(page, dialog).getByRole('button', { name: 'Save', exact: true })

/** Waits until the page has been told that the thing it shows is gone. */
const toldGone = (page: Page, path: string) =>
  page.waitForResponse((answer) => answer.url().endsWith(path) && answer.status() === 404)

test('what is written about a story stays when somebody deletes it meanwhile: saving says so, and holds once it is back', async ({
  page,
  person,
}) => {
  const { id } = await person.api.stories.create({ id: newId(), title: 'Apples', method: 'journal' })
  await page.goto(`/app/stories/${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const words = dialogOf(page, 'Edit Story').getByLabel('Description')
  await words.fill('She laid them in straw, one beside the other.')

  const told = toldGone(page, '/rpc/stories/get')
  await person.api.stories.delete({ id })
  await (await told).finished()
  await saveIn(page, 'Edit Story').click()
  await expect(dialogOf(page, 'Edit Story').getByRole('alert')).toContainText('It may have been deleted.')
  await expect(words).toHaveValue('She laid them in straw, one beside the other.')

  await person.api.stories.restore({ id })
  await saveIn(page, 'Edit Story').click()
  await expect(dialogOf(page, 'Edit Story')).toBeHidden()
  expect(await person.api.stories.get({ id })).toMatchObject({
    description: 'She laid them in straw, one beside the other.',
  })
})

test('a story that is gone leaves the page with the words that somebody gives up', async ({
  page,
  person,
}) => {
  const { id } = await person.api.stories.create({ id: newId(), title: 'Apples', method: 'journal' })
  await page.goto(`/app/stories/${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialogOf(page, 'Edit Story').getByLabel('Description').fill('In straw.')
  const told = toldGone(page, '/rpc/stories/get')
  await person.api.stories.delete({ id })
  await (await told).finished()

  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { name: 'Story not found' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await person.api.stories.restore({ id })
  await page.goto(`/app/session-recap?storyId=${id}`)
  await expect(page.getByRole('main').getByText('Apples')).toBeVisible()
  await person.api.stories.delete({ id })
  await expect(page.getByRole('heading', { name: 'Story not found' })).toBeVisible()
  await expect(page.getByText('Apples')).toHaveCount(0)
})

test('what is written about somebody of the family, and on a page of a book, stays when that is deleted meanwhile', async ({
  page,
  person,
}) => {
  const member = { id: newId(), firstName: 'Oksana', lastName: 'Petrenko' }
  await person.api.familyMembers.create(member)
  await page.goto(`/app/family/${member.id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const bio = dialogOf(page, 'Edit Family Member').getByLabel('About them')
  await bio.fill('She danced.')
  const memberGone = toldGone(page, '/rpc/familyMembers/get')
  await person.api.familyMembers.delete({ id: member.id })
  await (await memberGone).finished()
  await saveIn(page, 'Edit Family Member').click()
  await expect(dialogOf(page, 'Edit Family Member').getByRole('alert')).toBeVisible()
  await expect(bio).toHaveValue('She danced.')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { name: 'Person not found' })).toBeVisible()

  const storyId = newId()
  await person.api.stories.create({ id: storyId, title: 'Apples', method: 'journal' })
  const book = await person.api.storybooks.create({ id: newId(), title: 'Kitchen', storyIds: [storyId] })
  await page.goto(`/app/storybooks/${book.id}`)
  await page.getByRole('button', { name: 'Edit page 1' }).click()
  const line = dialogOf(page, 'Edit page').getByLabel('Below the title')
  await line.fill('Told by Grandma')
  const bookGone = toldGone(page, '/rpc/storybooks/get')
  await person.api.storybooks.delete({ id: book.id })
  await (await bookGone).finished()
  await saveIn(page, 'Edit page').click()
  await expect(dialogOf(page, 'Edit page').getByRole('alert')).toBeVisible()
  await expect(line).toHaveValue('Told by Grandma')
})

test('a comment that is being reworded stays with the typed words when the keeper of the story deletes it', async ({
  page,
  person,
  server,
}) => {
  const host = await signUp(server.origin)
  await host.api.billing.upgrade({ tier: 'family', card: { brand: 'visa', last4: '4242' } })
  const storyId = newId()
  await host.api.stories.create({ id: storyId, title: 'Apples', method: 'journal' })
  const shared = { resourceType: 'story', resourceId: storyId } as const
  await host.api.sharing.share({ ...shared, email: person.email, role: 'viewer' })
  const { id } = await person.api.comments.add({ storyId, id: newId(), text: 'Boris shook the tree.' })
  await page.goto(`/app/stories/${storyId}?tab=comments`)
  await page.getByRole('button', { name: 'Edit your comment' }).click()
  const words = page.getByLabel('Edit your comment')
  await words.fill('Uncle Boris shook the tree, and we ran.')

  await host.api.comments.delete({ storyId, id })
  await host.api.comments.add({ storyId, id: newId(), text: 'Which tree?' })
  await expect(page.getByText('Which tree?')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('It may have been deleted.')).toBeVisible()
  await expect(words).toHaveValue('Uncle Boris shook the tree, and we ran.')

  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('Boris shook the tree')).toBeHidden()
})

test('an entry and a comment that somebody had begun are read and copied where their story is no longer shared, and go on once it is', async ({
  page,
  context,
  person,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const host = await signUp(server.origin)
  await host.api.billing.upgrade({ tier: 'family', card: { brand: 'visa', last4: '4242' } })
  const { id } = await host.api.stories.create({ id: newId(), title: 'Apples', method: 'journal' })
  const shared = { resourceType: 'story', resourceId: id } as const
  const share = await host.api.sharing.share({ ...shared, email: person.email, role: 'editor' })
  await page.goto(`/app/stories/${id}`)
  await page.getByRole('tab', { name: 'Comments' }).click()
  await page.getByLabel('Add a comment').fill('Uncle Boris shook the tree.')
  await page.goto(`/app/stories/${id}/journal`)
  await page.getByLabel('Your entry').fill('She laid them in straw.')

  await host.api.sharing.revoke({ ...shared, id: share.id })
  await expect(page.getByRole('heading', { name: 'Story not found' })).toBeVisible()
  const left = page.getByRole('region', { name: 'What you had begun to write' })
  await expect(left).toContainText('She laid them in straw.')
  await expect(left).toContainText('Uncle Boris shook the tree.')
  expect(await accessibilityFindings(page)).toEqual([])
  await left.getByRole('button', { name: 'Copy these words' }).first().click()
  await expect(left.getByText('Copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('She laid them in straw.')

  await host.api.sharing.share({ ...shared, email: person.email, role: 'editor' })
  await page.reload()
  await expect(page.getByLabel('Your entry')).toHaveValue('She laid them in straw.')
})
