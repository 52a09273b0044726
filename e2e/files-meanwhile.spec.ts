import { expect } from '@playwright/test'
import { openUpload, uploadRow } from './open-upload.ts'
import { test } from './test.ts'

/** A picture of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const pictures = ['house.png', 'garden.png'].map((name) => ({ name, mimeType: 'image/png', buffer: png }))

test('a file that is taken out elsewhere is not called safe any more, and is sent when it is chosen again', async ({
  page,
  person,
}) => {
  const storyId = await openUpload(page, person)
  const filesOf = async () => (await person.api.stories.get({ id: storyId })).files
  await page.setInputFiles('input[type=file]', pictures.slice(0, 1))
  await expect(uploadRow(page, 'house.png')).toContainText('Safe on the server')
  const [house] = await filesOf()
  // The story around it has been read with the file.
  await page.waitForTimeout(1_000)

  await person.api.media.remove({ id: house?.id ?? '' })
  await expect(uploadRow(page, 'house.png')).toBeHidden()

  await page.setInputFiles('input[type=file]', pictures.slice(0, 1))
  await expect(uploadRow(page, 'house.png')).toContainText('Safe on the server')
  expect(await filesOf()).toHaveLength(1)
})

test('the file that is shown large stays, wherever it is moved meanwhile, and none opens by itself', async ({
  page,
  person,
}) => {
  const id = await openUpload(page, person)
  await page.setInputFiles('input[type=file]', pictures)
  for (const { name } of pictures) await expect(uploadRow(page, name)).toContainText('Safe on the server')
  const [house, garden] = (await person.api.stories.get({ id })).files.map((file) => file.id)
  await page.goto(`/app/stories/${id}`)
  await page.getByRole('button', { name: 'Show garden.png' }).click()
  const large = page.getByRole('dialog', { name: 'garden.png' })
  await expect(large).toContainText('2 of 2')

  await person.api.stories.arrange({ id, files: [garden ?? '', house ?? ''] })
  await expect(large).toContainText('1 of 2')

  await person.api.media.remove({ id: garden ?? '' })
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Show house.png' })).toBeVisible()
})
