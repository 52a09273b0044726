import type { Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { pressBookCommand } from './book-command.ts'
import type { Look } from './look.ts'

const TITLE = 'What was told by the harbour'

const inside = (name: string, open: Look['open'], whole = false): Look => ({
  name,
  signedIn: true,
  whole,
  open,
})

/** Makes this account's only book, of all its stories, unless it exists. */
async function openShelf(page: Page): Promise<void> {
  await page.goto('/app/storybooks')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(
    async ({ id, title }) => {
      const { access_token: token } = JSON.parse(localStorage.getItem('kinora.auth') ?? '{}')
      const ask = async (path: string, init: RequestInit = {}) => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
        const answer = await fetch(`/api${path}`, { ...init, headers })
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
        return answer.json()
      }
      const { items: books } = await ask('/storybooks')
      if (books.length > 0) return
      const { items: stories } = await ask('/stories')
      const storyIds = stories.map((story: { id: string }) => story.id)
      await ask(`/storybooks/${id}`, { method: 'PUT', body: JSON.stringify({ title, storyIds }) })
    },
    { id: uuidv7(), title: TITLE },
  )
  await page.reload()
  await page.getByRole('link', { name: TITLE }).first().waitFor()
}

async function openBook(page: Page): Promise<void> {
  await openShelf(page)
  await page.getByRole('link', { name: TITLE }).first().click()
  await page.getByRole('button', { name: 'Next page' }).waitFor()
}

/** The shelf, the family's own book, and its dialogs. */
export const storybookLooks: Look[] = [
  inside('storybooks', openShelf, true),
  inside('storybook-new', async (page) => {
    await page.goto('/app/storybooks?new=true')
    await page.getByRole('dialog').getByRole('button', { name: /^Add / }).first().waitFor()
  }),
  inside('storybook', openBook, true),
  inside('storybook-inside', async (page) => {
    await openBook(page)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText(/^Pages? 2/).waitFor()
  }),
  inside('storybook-files', async (page) => {
    await openBook(page)
    await pressBookCommand(page, 'Download')
    await page.getByRole('button', { name: 'Make a PDF' }).waitFor()
  }),
]
