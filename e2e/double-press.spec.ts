import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { pressIn, pressTwice, secondPress } from './second-press.ts'
import { test } from './test.ts'

// With all transitions, so that presses and answers arrive in the middle of them.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('what is opened by a double press stays open', async ({ page, person }) => {
  await person.api.prompts.create({ id: newId(), text: 'Who baked?' })
  await page.goto('/app/stories')
  await pressTwice(button(page, 'New Story'))
  await expect(page.getByRole('dialog', { name: 'New Story' })).toBeVisible()
  await page.getByLabel('Title').fill('The mill')

  await page.goto('/app/prompts')
  await pressTwice(button(page, 'More for “Who baked?”'))
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
  await pressTwice(page.getByRole('menuitem', { name: 'Edit' }))
  await expect(page.getByRole('dialog').getByLabel('Question')).toHaveValue('Who baked?')
})

test('what is opened by a double press as slow as systems let one be stays open', async ({
  page,
  person,
}) => {
  await person.api.prompts.create({ id: newId(), text: 'Who baked?' })
  await page.goto('/app/prompts')
  await pressIn(button(page, 'More for “Who baked?”'), 0, 880)
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
})

test('a menu is closed by another press on its button', async ({ page, person }) => {
  await person.api.prompts.create({ id: newId(), text: 'Who baked?' })
  await page.goto('/app/prompts')
  const more = button(page, 'More for “Who baked?”')
  await more.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await pressIn(more, 2_000)
  await expect(page.getByRole('menu')).toBeHidden()
})

test('a press beside a dialog, in another place, closes it', async ({ page, person: _ }) => {
  await page.goto('/app/stories')
  await button(page, 'New Story').click()
  const dialog = page.getByRole('dialog', { name: 'New Story' })
  await expect(dialog).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(dialog).toBeHidden()
})

test('a switch that is pressed twice is on, and keys are no double press', async ({ page, person }) => {
  await page.goto('/app/settings')
  const weekly = page.getByRole('switch', { name: 'Send me a question every week' })
  const stored = async () => (await person.api.weeklyQuestions.get()).wish?.enabled
  await pressTwice(weekly)
  await expect.poll(stored).toBe(true)
  await expect(weekly).toBeChecked()

  await weekly.focus()
  for (const isOn of [false, true, false]) {
    await expect(weekly).toBeEnabled()
    // The switch keeps the focus while its change is being saved.
    await page.keyboard.press('Space')
    await expect(weekly).toBeChecked({ checked: isOn })
  }
  await expect.poll(stored).toBe(false)
})

test('a link that is pressed twice presses nothing on the page it leads to', async ({ page, person }) => {
  const id = newId()
  await person.api.stories.create({ id, title: 'The mill', method: 'journal' })
  await page.goto('/app/stories')
  await page.getByRole('link', { name: 'The mill' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The mill')
  // The second press of a double click, which arrives once the new page is there.
  const back = page.getByRole('link', { name: 'Back to Stories' })
  await back.hover()
  await secondPress(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The mill')
  await back.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stories')
})

test('steps that are pressed quickly are all made', async ({ page, person }) => {
  const id = newId()
  await person.api.stories.create({ id, title: 'The mill', method: 'journal' })
  await person.api.stories.putNote({ storyId: id, id: newId(), text: 'On Saturdays.', timestamp: '00:00' })
  const book = await person.api.storybooks.create({ id: newId(), title: 'Kitchen', storyIds: [id] })
  await page.goto(`/app/storybooks/${book.id}`)
  await pressTwice(button(page, 'Next page'))
  await button(page, 'Page before').click()
  await expect(button(page, 'Page before')).toBeEnabled()
  await button(page, 'Page before').click()
  await expect(button(page, 'Page before')).toBeDisabled()
})
