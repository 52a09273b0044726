import { expect, type Locator, type Page } from '@playwright/test'
import { twoFrames } from './two-frames.ts'

/** No page of Kinora's needs more presses of Tab from its beginning to its end. */
const pressesAtMost = 200

/** Presses Tab, and nothing else, until the wanted element has the focus. */
export async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let presses = 0; presses < pressesAtMost; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(wanted).toBeFocused()
}

/** Moves the focus there by Tab and presses Enter. */
export async function pressBy(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(page, wanted, key)
  await page.keyboard.press('Enter')
}

/**
 * Opens the menu of the focused button, goes down to an entry and chooses it. A menu moves the focus a moment after the key, so
 * each press waits for the one before to take effect.
 */
export async function choose(page: Page, item: string): Promise<void> {
  await page.keyboard.press('Enter')
  const wanted = page.getByRole('menuitem', { name: item, exact: true })
  await expect(wanted).toBeVisible()
  for (const choice of await page.getByRole('menuitem', { disabled: false }).all()) {
    await expect(choice).toBeFocused()
    if (await wanted.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('ArrowDown')
  }
  await expect(wanted).toBeFocused()
  await page.keyboard.press('Enter')
}

/**
 * Presses Escape once the dialog has the focus and has been drawn: until then the key goes to whatever lies below, and closes that.
 */
export async function escapeFrom(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await twoFrames(page)
  await page.keyboard.press('Escape')
}
