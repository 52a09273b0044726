import type { Locator, Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import type { Person } from './person.ts'

/** Creates a story of files and opens its upload page. */
export async function openUpload(page: Page, person: Person): Promise<string> {
  const id = uuidv7()
  await person.api.stories.create({ id, title: 'The box in the attic', method: 'upload' })
  await page.goto(`/app/stories/${id}/upload`)
  await page.getByText('Choose files').waitFor()
  return id
}

/** The row of a file that is being uploaded, or has been. */
export const uploadRow = (page: Page, name: string): Locator =>
  page.locator('main li').filter({ hasText: name })
