import type { Page } from '@playwright/test'

/** Presses a command for the open book; on a phone, commands are in the menu “More”. */
export async function pressBookCommand(page: Page, name: string): Promise<void> {
  const more = page.getByRole('main').getByRole('button', { name: /^More for “/ })
  const command = page.getByRole('button', { name, exact: true })
  await more.or(command).first().waitFor()
  if ((await more.count()) === 0) return command.click()
  await more.first().click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
