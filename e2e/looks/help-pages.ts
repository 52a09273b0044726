import type { Page } from '@playwright/test'
import type { Look } from './look.ts'

const inside = (name: string, open: Look['open']): Look => ({ name, signedIn: true, open })

const at = (path: string) => async (page: Page) => {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Help, and the page of a public profile. */
export const helpLooks: Look[] = [
  inside('help', at('/app/help')),
  inside('help-search', async (page) => {
    await at('/app/help')(page)
    await page.getByRole('searchbox', { name: 'Search help' }).fill('network')
    await page.getByText(/articles found/).waitFor()
  }),
  inside('help-article', at('/app/help/nothing-gets-lost')),
  inside('help-unknown', at('/app/help/nowhere')),
  inside('public-profile', async (page) => {
    await at('/app/settings')(page)
    const section = page.getByRole('region', { name: 'Public profile' })
    const isOn = section.getByRole('switch', { name: 'Public profile' })
    if ((await isOn.getAttribute('aria-checked')) === 'false') await isOn.click()
    const address = await section.getByRole('link', { name: 'See the page' }).getAttribute('href')
    await at(new URL(address ?? '').pathname)(page)
    await page.locator('main h1:not(.sr-only)').waitFor()
  }),
  { name: 'public-profile-unknown', signedIn: false, open: at('/p/unknown') },
]
