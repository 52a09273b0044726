import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { makeFilm } from './film.ts'
import { losesAnswers } from './lost.ts'
import { openUpload, uploadRow } from './open-upload.ts'
import { test } from './test.ts'

test('a file that has gone up is safe, also when the server is away while it looks what it is', async ({
  page,
  person,
}) => {
  const lost = await losesAnswers(page, '**/rpc/media/upload')
  await openUpload(page, person)
  const buffer = await makeFilm(page, 1)
  await page.setInputFiles('input[type=file]', { name: 'film.webm', mimeType: 'video/webm', buffer })
  await expect(uploadRow(page, 'film.webm')).toContainText('Safe on the server')
  expect(lost()).toBe(2)
})

test('an archive goes on coming in when the server is away in the middle, and at the end', async ({
  page,
  person,
}, info) => {
  await person.api.stories.create({ id: uuidv7(), title: 'The mill', method: 'journal' })
  await page.goto('/app/settings')
  await page.getByRole('button', { name: 'Export Data' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download archive' }).click(),
  ])
  const path = info.outputPath('family.zip')
  await download.saveAs(path)

  const pieces = await losesAnswers(page, '**/media/imports/**')
  const ends = await losesAnswers(page, '**/rpc/archive/finishImport')
  const archive = { name: 'family.zip', mimeType: 'application/zip', buffer: await readFile(path) }
  await page.getByLabel('Archive to bring in').setInputFiles(archive)
  await expect(page.getByText(/family\.zip was brought in/)).toBeVisible({ timeout: 30_000 })
  expect([pieces(), ends()]).toEqual([2, 2])
})
