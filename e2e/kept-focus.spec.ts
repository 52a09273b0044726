import { expect } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { holdAnswer } from './hold-answer.ts'
import { pressBy, tabTo } from './keyboard.ts'
import { signUp } from './person.ts'
import { storyOfPhotographs } from './photographs.ts'
import { timeFrom } from './shown-time.ts'
import { test } from './test-with-database.ts'
import { twoFrames } from './two-frames.ts'
import { writeStory } from './write-story.ts'

// For keyboard users, the focus returns to where it was after something has closed, or has started and removed its own button. It stays
// on what can do nothing more for now.

test('a photograph and the emoji give the focus back to what opened them', async ({
  page,
  person,
  world,
}) => {
  await page.goto(`/app/stories/${await storyOfPhotographs(world, person, 1)}`)
  const show = page.getByRole('button', { name: 'Show photo 1.png' })
  await tabTo(page, show)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(show).toBeFocused()

  await page.goto('/app/write')
  const emoji = page.getByRole('button', { name: 'Insert an emoji' })
  await tabTo(page, emoji)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Smiling face' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(emoji).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Smiling face' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Your entry')).toBeFocused()
})

test('at the last photograph the keys go on working, and lead back to the first', async ({
  page,
  person,
  world,
}) => {
  await page.goto(`/app/stories/${await storyOfPhotographs(world, person, 2)}`)
  await pressBy(page, page.getByRole('button', { name: 'Show photo 1.png' }))
  const large = page.getByRole('dialog')
  const next = large.getByRole('button', { name: 'Next' })
  await pressBy(page, next)
  await expect(large).toContainText('2 of 2')
  await expect(next).toBeDisabled()
  await twoFrames(page)
  await expect(next).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(large).toContainText('2 of 2')
  await page.keyboard.press('ArrowLeft')
  await expect(large).toContainText('1 of 2')
})

test('somebody’s role is chosen by keys, and the choice keeps the focus while it is saved', async ({
  page,
  person,
  world,
}) => {
  const { id: resourceId } = await person.api.stories.create({ id: newId(), title: 'Jam', method: 'journal' })
  const shared = { resourceType: 'story', resourceId } as const
  const { email } = await signUp(world.server.origin)
  await person.api.billing.upgrade({ tier: 'family', card: { brand: 'visa', last4: '4242' } })
  await person.api.sharing.share({ ...shared, email, role: 'viewer' })
  await page.goto(`/app/sharing-options?type=story&id=${resourceId}`)
  const role = page.getByRole('listitem').getByRole('combobox')
  await tabTo(page, role)
  const release = await holdAnswer(page, 'sharing/setRole')
  await page.keyboard.press('ArrowDown')
  await expect(role).toBeDisabled()
  await page.keyboard.press('ArrowDown')
  await release()
  await expect(page.getByText('Role updated')).toBeVisible()
  await expect(role).toBeEnabled()
  await expect(role).toBeFocused()
  // The key that was pressed meanwhile has chosen nothing.
  await expect(role).toHaveValue('editor')
  expect((await person.api.sharing.get(shared)).people).toMatchObject([{ role: 'editor' }])
})

test('whoever sees all years keeps the focus on the button that led there', async ({ page, person }) => {
  await person.api.familyMembers.create({
    id: newId(),
    firstName: 'Vera',
    lastName: 'Petrova',
    dateOfBirth: '1931-05-02',
  })
  await page.goto('/app/labs/timeline')
  await pressBy(page, page.getByRole('button', { name: 'Look closer' }))
  const all = page.getByRole('button', { name: 'See all years' })
  await pressBy(page, all)
  await expect(all).toBeDisabled()
  await twoFrames(page)
  await expect(all).toBeFocused()
})

test('at the last page of a book the focus stays on the button that led there', async ({ page, person }) => {
  const storyIds = [await writeStory(person, 'The mill', 'On Saturdays.')]
  const book = await person.api.storybooks.create({ id: newId(), title: 'Kitchen', storyIds })
  await page.goto(`/app/storybooks/${book.id}`)
  const next = page.getByRole('button', { name: 'Next page' })
  await tabTo(page, next)
  while (await next.isEnabled()) await page.keyboard.press('Enter')
  await twoFrames(page)
  await expect(next).toBeFocused()
})

test('a story is recorded, paused and stopped by keys, and the next one is Tab away', async ({
  page,
  person: _,
}) => {
  await page.goto('/app/studio?title=The+harbour+dance')
  await page.getByRole('button', { name: 'Continue on This Device' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: 'Record', exact: true }))
  await page.keyboard.press('Enter')
  const group = page.getByRole('group', { name: 'Recording' })
  await expect(group).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeFocused()
  await expect(page.getByRole('timer')).toHaveText(new RegExp(timeFrom(1)))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Resume', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(group).toBeFocused()
})

test('on the voice page the one button keeps the focus while it begins, and a key that is held does not end it', async ({
  page,
  person: _,
}) => {
  await page.goto('/app/labs/voice')
  await page.getByRole('button', { name: 'Another question' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: 'Speak now' }))
  await page.keyboard.down('Enter')
  const done = page.getByRole('button', { name: 'I am done' })
  await expect(done).toBeFocused()
  // A key that is held down repeats.
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(page.getByRole('timer')).toHaveText(new RegExp(timeFrom(1)))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Thank you. Your story is kept.' })).toBeFocused()
})
