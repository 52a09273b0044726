import type { Page } from '@playwright/test'
import { pressBookCommand } from './book-command.ts'
import type { Look } from './look.ts'

/** The book that these looks need: see `take-books.ts`. */
export type BookIds = { bookId: string }

const look = (name: string, open: Look['open']): Look => ({ name, signedIn: true, whole: false, open })

/** Every state of the dialogs for chapters that a text model writes and pictures that an image model draws. */
export function bookLooks({ bookId }: BookIds): Look[] {
  const openBook = async (page: Page, at: number) => {
    await page.goto(`/app/storybooks/${bookId}?page=${at}`)
    await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  }
  const openChapters = async (page: Page) => {
    await openBook(page, 1)
    await pressBookCommand(page, 'Chapters')
    await page.getByRole('dialog').getByText('Being written').waitFor()
  }
  const openPicture = async (page: Page, at: number) => {
    await openBook(page, at)
    await page.getByRole('button', { name: 'Draw a picture' }).first().click()
    await page.getByRole('dialog').getByLabel('Style of this book').waitFor()
  }
  const read = async (page: Page, title: RegExp) => {
    await openChapters(page)
    await page.getByRole('button', { name: title }).click()
    await page.getByRole('button', { name: 'All chapters' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: /goats/ }).first().waitFor()
  }
  return [
    look('book-chapters', openChapters),
    look('book-chapters-below', async (page) => {
      await openChapters(page)
      await page.getByRole('dialog').getByRole('listitem').last().scrollIntoViewIfNeeded()
    }),
    look('book-chapter-read', (page) => read(page, /^Read.*The goats/)),
    look('book-chapter-end', async (page) => {
      await read(page, /^Read.*The goats/)
      await page.getByRole('button', { name: 'Put it into the book' }).scrollIntoViewIfNeeded()
    }),
    look('book-picture-none', (page) => openPicture(page, 1)),
    look('book-picture-typed', async (page) => {
      await openPicture(page, 1)
      const typed = page.getByRole('dialog').getByRole('textbox').first()
      await typed.fill('In her forties, a blue headscarf, round glasses, and always a basket on her arm.')
      await page.getByText('What you wrote is saved first.').scrollIntoViewIfNeeded()
    }),
    look('book-picture-failed', (page) => openPicture(page, 3)),
    look('book-picture-actions', async (page) => {
      await openPicture(page, 3)
      await page.getByRole('button', { name: 'Take the picture away' }).scrollIntoViewIfNeeded()
    }),
    {
      ...look('book-page-drawn', async (page) => {
        await openBook(page, 3)
        await page.getByText('Drawn by a machine').first().waitFor()
      }),
      whole: true,
    },
  ]
}
