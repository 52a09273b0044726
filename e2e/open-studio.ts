import { expect, type Page } from '@playwright/test'

/** Opens the studio by its address, with the tab of a recording method selected. */
export async function openStudioAt(page: Page, title: string, mode: string): Promise<void> {
  await page.goto(`/app/studio?${new URLSearchParams({ title, mode })}`)
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await expect(page.getByLabel('Camera preview')).toBeVisible()
}

export async function addSpeaker(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).filter({ visible: true }).click()
  await page.getByLabel('Add a speaker').fill(name)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  // That of a speaker before may still be there.
  await expect(page.getByText('Speaker added').last()).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
}

/** Ends the session from any state, and waits for its recap. */
export async function endStudio(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByRole('button', { name: 'End Session' }).click()
  await page.waitForURL('**/app/session-recap**')
}
