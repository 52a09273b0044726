import type { Page } from '@playwright/test'

/** Signs up a fresh account through the page itself and waits for the dashboard. */
export async function signUp(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(`looks-${Date.now()}@family.example`)
  await page.getByLabel('Password', { exact: true }).fill('a good password')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.waitForURL('**/app')
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Gives the account contents to look at: a long name, and stories with short, long and right-to-left titles. */
export async function furnish(page: Page): Promise<void> {
  await page.goto('/app/profile')
  await page.getByLabel('First name').fill('Margarete Elisabeth')
  await page.getByLabel('Last name').fill('Hoffmann-Schwarzenberger')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Save' }).and(page.locator(':disabled, [aria-busy]')).waitFor()

  for (const [title, text] of stories) {
    await page.goto('/app/stories?new=journal')
    await page.getByLabel('Title').fill(title)
    await page.getByLabel(/Description/).fill(text)
    await page.getByRole('button', { name: 'Write a Journal Entry' }).click()
    await page.getByLabel(/Your (next )?entry/).fill(text)
    await page.getByRole('button', { name: 'Add Entry' }).click()
    await page.getByRole('region', { name: 'Entries' }).waitFor()
  }
}

const stories: [title: string, text: string][] = [
  ['Bread', 'Every Saturday, before anybody was awake.'],
  [
    'Donaudampfschifffahrtsgesellschaftskapitän und andere ungewöhnlich lange Wörter',
    'Er konnte sie alle auswendig, und wenn er sie aufsagte, lachten die Kinder, bis sie Schluckauf bekamen.',
  ],
  ['حكاية جدتي عن البيت القديم', 'كانت تجلس عند النافذة وتحكي لنا عن البيت الذي ولدت فيه.'],
  [
    'How Grandma met Grandpa at the harbour dance',
    'She was nineteen, he had two left feet, and the band played on until the last tram had gone. They walked home along the river and talked until it was light again.',
  ],
]
