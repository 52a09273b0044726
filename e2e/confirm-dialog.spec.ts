import { expect, type Page } from '@playwright/test'
import { holdAnswer } from './hold-answer.ts'
import type { Person } from './person.ts'
import { test } from './test.ts'
import { unheardServer } from './unheard-server.ts'
import { writeStory } from './write-story.ts'

test('a question before something is taken away stands on the way back, and only an answer ends it', async ({
  page,
  person,
}) => {
  const { opener, question } = await openStory(page, person)

  await opener.click()
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(question).toBeVisible()
  await page.mouse.click(4, 4)
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(opener).toBeFocused()
})

test('a question says what went wrong until it is put again, and cannot be called off while it is being done', async ({
  page,
  person,
}) => {
  // A page that hears that its story is gone closes the question, however late the answer comes.
  await unheardServer(page, person)
  const { opener, question } = await openStory(page, person)
  const [yes, no] = ['Delete', 'Cancel'].map((name) => question.getByRole('button', { name }))
  await page.route('**/rpc/stories/delete', (route) => route.fulfill({ status: 500, json: {} }))

  await opener.click()
  await yes?.click()
  await expect(question.getByRole('alert')).toContainText('Something went wrong on our side')
  await no?.click()
  await opener.click()
  await expect(question).toBeVisible()
  await expect(question.getByRole('alert')).toHaveCount(0)

  await page.unroute('**/rpc/stories/delete')
  const answer = await holdAnswer(page, 'stories/delete')
  await yes?.click()
  await expect(yes ?? question).toHaveAttribute('aria-busy', 'true')
  await expect(no ?? question).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await answer()
  await expect(page.getByText('“The mill” was deleted.')).toBeVisible()
})

test('a press beside the answers of a question leaves the focus with the answer that had it', async ({
  page,
  person,
}) => {
  const { opener, question } = await openStory(page, person)
  await opener.click()
  const [yes, no] = ['Delete', 'Cancel'].map((name) => question.getByRole('button', { name }))
  await expect(no ?? question).toBeFocused()

  await question.getByRole('heading').click()
  await expect(no ?? question).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(yes ?? question).toBeFocused()
  await page.mouse.click(4, 4)
  await expect(yes ?? question).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.mouse.click(4, 4)
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(opener).toBeFocused()
})

test('the words of a question can be selected, to be copied', async ({ page, person }) => {
  const { opener, question } = await openStory(page, person)
  await opener.click()
  await question.getByRole('heading').dblclick({ position: { x: 20, y: 12 } })
  await expect.poll(() => page.evaluate(() => String(window.getSelection()).trim())).toBe('Delete')
})

/** A story of the person, open on its page, with the dialog that asks before it is deleted. */
async function openStory(page: Page, person: Person) {
  await page.goto(`/app/stories/${await writeStory(person)}`)
  return {
    opener: page.getByRole('button', { name: 'Delete', exact: true }),
    question: page.getByRole('alertdialog', { name: 'Delete Story?' }),
  }
}
