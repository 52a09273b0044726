import type { Page } from '@playwright/test'

/** Opens the menu of an item of a list, by its name, and chooses an entry. */
export async function chooseFromMenu(page: Page, of: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More for “${of}”`, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
