import { type CDPSession, expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { test } from './test.ts'

/** A Japanese input method: the letters stand in the field while the word that they become is still being chosen. */
async function composing(page: Page) {
  const keyboard: CDPSession = await page.context().newCDPSession(page)
  return {
    compose: (text: string) =>
      keyboard.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      }),
    /** Ends the composition with the chosen word. */
    end: (text: string) => keyboard.send('Input.insertText', { text }),
  }
}

test('Escape while a word is composed chooses another word and closes no dialog', async ({
  page,
  person: _,
}) => {
  const { compose, end } = await composing(page)
  await page.goto('/app/stories')
  await page.getByRole('button', { name: 'New Story' }).click()
  const title = page.getByRole('dialog', { name: 'New Story' }).getByLabel('Title')
  await title.focus()
  await compose('そぼ')
  await page.keyboard.press('Escape')
  await expect(title).toHaveValue('そぼ')
  await end('祖母')

  await expect(title).toHaveValue('祖母')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeVisible()
})

test('Enter while a name is composed chooses its letters, and nobody of the tree', async ({
  page,
  person,
}) => {
  const { compose, end } = await composing(page)
  await person.api.familyMembers.create({ id: newId(), firstName: 'さくら', lastName: '田中' })
  await person.api.familyMembers.create({ id: newId(), firstName: 'さち', lastName: '田中' })
  await page.goto('/app/family')
  const search = page.getByRole('combobox', { name: 'Find a person' })
  await search.focus()
  await compose('さ')
  await expect(page.getByRole('listbox', { name: 'People found' }).getByRole('option')).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(search).toHaveValue('さ')
  await end('さち')

  await expect(search).toHaveValue('さち')
  await page.keyboard.press('Enter')
  await expect(search).toHaveValue('')
})
