import type { Page } from '@playwright/test'
import type { Look } from './look.ts'

const openBilling = async (page: Page): Promise<void> => {
  await page.goto('/app/billing')
  await page.getByRole('region', { name: 'Plans' }).waitFor()
}

/** The plan, and the form to change it. */
export const billingLooks: Look[] = [
  { name: 'billing', signedIn: true, open: openBilling },
  {
    name: 'billing-upgrade',
    signedIn: true,
    whole: false,
    open: async (page) => {
      await openBilling(page)
      await page.getByRole('button', { name: 'Upgrade to Family Plan' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Card number').fill('4242 4242 4242 4241')
      await dialog.getByRole('button', { name: 'Upgrade (test)' }).click()
      await dialog.getByText('Please enter a valid card number').waitFor()
    },
  },
]
