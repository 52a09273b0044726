import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { holdTimers } from './held-timers.ts'
import type { Person } from './person.ts'
import { test } from './test.ts'

// A closing dialog returns the focus a moment later. A person who is faster than their device has already begun something else by
// then.

const search = (page: Page) => page.getByLabel('Search prompts')

/** The prompts page of a person who has one prompt, with nothing open over it. */
async function openPrompts(page: Page, person: Person): Promise<void> {
  await person.api.prompts.create({ id: newId(), text: 'Who baked?' })
  await page.goto('/app/prompts')
  await expect(page.getByText('Who baked?')).toBeVisible()
}

/**
 * Opens a dialog from its button and closes it.
 * @returns a function that lets the dialog return the focus
 */
async function openAndClose(page: Page, press: () => Promise<void>): Promise<() => Promise<void>> {
  const dialog = page.getByRole('dialog')
  await press()
  await expect(dialog.locator(':focus')).toHaveCount(1)
  const goOn = await holdTimers(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  return goOn
}

test('a menu that is opened as soon as a dialog has gone stays open', async ({ page, person }) => {
  await openPrompts(page, person)
  const goOn = await openAndClose(page, () => page.getByRole('button', { name: 'New Prompt' }).click())
  await page.getByRole('button', { name: 'More for “Who baked?”' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await goOn()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page.getByRole('dialog').getByLabel('Question')).toHaveValue('Who baked?')
})

test('whoever writes on the page as soon as a dialog has gone is not called back to its button', async ({
  page,
  person,
}) => {
  await openPrompts(page, person)
  const goOn = await openAndClose(page, () => page.getByRole('button', { name: 'New Prompt' }).click())
  await search(page).click()
  await page.keyboard.type('Who ')
  await goOn()
  await page.keyboard.type('baked')
  await expect(search(page)).toHaveValue('Who baked')
})
