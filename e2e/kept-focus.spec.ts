import { expect } from '@playwright/test'
import { tabTo } from './keyboard.ts'
import { storyOfPhotographs } from './photographs.ts'
import { timeFrom } from './shown-time.ts'
import { test } from './test-with-database.ts'

// For keyboard users, the focus returns to where it was after something has closed, or has started and removed its own button.

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
