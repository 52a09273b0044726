import type { Locator, Page } from '@playwright/test'
import { pressWordTwice } from './press-word-twice.ts'

export const line = (page: Page, index: number): Locator => page.locator(`li[data-index="${index}"]`)
export const word = (page: Page, index: number, at: number): Locator =>
  line(page, index).locator(`[data-word="${at}"]`)
export const field = (page: Page): Locator => page.locator('li[data-line] textarea')

export async function openTranscript(page: Page, storyId: string): Promise<void> {
  await page.goto(`/app/stories/${storyId}`)
  await page.getByRole('tab', { name: 'Transcript' }).click()
  await word(page, 0, 0).waitFor()
}

export async function begin(page: Page, index: number): Promise<void> {
  await pressWordTwice(word(page, index, 0))
  await field(page).waitFor()
}

export async function choose(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: from }).click()
  await page.getByRole('menuitemradio', { name: to }).click()
}
