import type { Page } from '@playwright/test'
import type { Look } from './look.ts'

/** The transcripts that these looks need: see `take-talk.ts`. */
export type TalkIds = { unread: string; read: string }

const look = (name: string, open: Look['open'], whole = false): Look => ({
  name,
  signedIn: true,
  whole,
  open,
})

/** The proposals for a story, the suggestions for its transcript, and the results of a search. */
export function talkLooks({ unread, read }: TalkIds): Look[] {
  const openSummary = async (page: Page, storyId: string) => {
    await page.goto(`/app/stories/${storyId}`)
    await page.getByRole('tab', { name: 'Summary' }).click()
    return page.getByRole('region', { name: 'What it is about' })
  }
  const openRead = async (page: Page) => {
    const about = await openSummary(page, read)
    const begin = about.getByRole('button', { name: 'Read the story' })
    await begin
      .or(about.getByText(/Written by the text model/))
      .first()
      .waitFor()
    if (await begin.isVisible()) await begin.click()
    await about
      .getByText(/Written by the text model/)
      .first()
      .waitFor()
    return about
  }
  const openSuggestions = async (page: Page, storyId: string) => {
    await page.goto(`/app/stories/${storyId}`)
    await page.getByRole('button', { name: 'AI Suggested Changes' }).click()
    return page.getByRole('dialog', { name: 'AI Suggested Changes' })
  }
  const openChecked = async (page: Page) => {
    const dialog = await openSuggestions(page, read)
    const begin = dialog.getByRole('button', { name: 'Look through it' })
    await begin.or(dialog.getByRole('listitem').first()).first().waitFor()
    if (await begin.isVisible()) await begin.click()
    await dialog.getByText('It sounds alike.').waitFor({ timeout: 90_000 })
    return dialog
  }
  const findGoats = async (page: Page) => {
    await page.goto('/app/search?q=goats')
    await page.getByText(/^Found/).waitFor()
  }
  return [
    look('proposals-none', async (page) => {
      await (await openSummary(page, unread)).getByRole('button', { name: 'Read the story' }).waitFor()
    }),
    look('proposals', async (page) => void (await openRead(page)), true),
    look('proposals-reworded', async (page) => {
      const about = await openRead(page)
      await about.getByRole('button', { name: /^Edit title/ }).click()
      await about.getByRole('textbox', { name: 'Title' }).scrollIntoViewIfNeeded()
    }),
    look('suggestions-none', async (page) => {
      await (await openSuggestions(page, unread)).getByText('Nobody has looked through').waitFor()
    }),
    look('suggestions', async (page) => void (await openChecked(page))),
    look('suggestions-some', async (page) => {
      const dialog = await openChecked(page)
      await dialog.getByRole('switch', { name: 'Approve' }).first().setChecked(false)
      await dialog.getByRole('button', { name: /^Make \d+ change/ }).scrollIntoViewIfNeeded()
    }),
    look('search-of-every-kind', findGoats, true),
    look('poster-lacking-letters', async (page) => {
      await page.goto('/app/family')
      await page.getByRole('button', { name: 'Import and export' }).click()
      await page.getByRole('menuitem', { name: 'Print a poster (PDF)' }).click()
      await page.getByRole('button', { name: 'Save as PDF' }).click()
      await page
        .getByRole('alert')
        .getByText(/leaves out letters/)
        .waitFor()
    }),
    look('palette-of-every-kind', (page) => openPalette(page, 'goats', /The goats of Odesa/)),
    look('palette-comment', (page) => openPalette(page, 'wedding', /hat at your wedding/)),
  ]
}

async function openPalette(page: Page, words: string, found: RegExp): Promise<void> {
  await page.goto('/app')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(words)
  await page.getByRole('option', { name: found }).first().waitFor()
}
