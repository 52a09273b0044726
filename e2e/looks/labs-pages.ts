import type { Page } from '@playwright/test'
import type { Look } from './look.ts'

const at = (name: string, path: string, ready: (page: Page) => Promise<unknown>): Look => ({
  name,
  signedIn: true,
  open: async (page) => {
    await page.goto(path)
    await ready(page)
  },
})

export const labsLooks: Look[] = [
  at('labs', '/app/labs', (page) => page.getByRole('heading', { name: 'Labs' }).waitFor()),
  {
    ...at('labs-timeline', '/app/labs/timeline', (page) =>
      page.getByRole('list', { name: 'Stories' }).getByRole('link').first().waitFor(),
    ),
    opensByLetters: true,
  },
  at('labs-enhance', '/app/labs/enhance', (page) => page.getByLabel('Story').waitFor()),
  at('labs-voice', '/app/labs/voice', (page) => page.getByRole('button', { name: 'Speak now' }).waitFor()),
  at('write', '/app/write', (page) => page.getByLabel('Your entry').waitFor()),
  at('reminisce', '/app/reminisce', (page) => page.getByRole('heading', { level: 1 }).waitFor()),
]
