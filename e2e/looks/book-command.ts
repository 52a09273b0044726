import type { Page } from '@playwright/test'

/** Presses what can be done with the whole book that is open: on a phone it is behind “More”. */
export async function pressBookCommand(page: Page, name: string): Promise<void> {
  const more = page.getByRole('main').getByRole('button', { name: /^More for “/ })
  const command = page.getByRole('button', { name, exact: true })
  await more.or(command).first().waitFor()
  if ((await more.count()) === 0) return command.click()
  await more.first().click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
