import type { Locator, Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import type { Person } from './person.ts'

/** Begins a story of files and opens the page that takes them. */
export async function openUpload(page: Page, person: Person): Promise<string> {
  const id = uuidv7()
  await person.api.stories.create({ id, title: 'The box in the attic', method: 'upload' })
  await page.goto(`/app/stories/${id}/upload`)
  await page.getByText('Choose files').waitFor()
  return id
}

/** The row of a file that is on its way, or has come. */
export const uploadRow = (page: Page, name: string): Locator =>
  page.locator('main li').filter({ hasText: name })
