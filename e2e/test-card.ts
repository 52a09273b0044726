import type { Locator } from '@playwright/test'

/** Fills in the form of the test mode with an accepted card, and sends it. */
export async function upgradeByTestCard(form: Locator): Promise<void> {
  await form.getByLabel('Card number').fill('4242 4242 4242 4242')
  await form.getByLabel('Expiry (MM/YY)').fill('12/40')
  await form.getByLabel('CVV').fill('123')
  await form.getByLabel('Cardholder name').fill('Ana Petrova')
  await form.getByLabel('ZIP').fill('79000')
  await form.getByRole('button', { name: 'Upgrade (test)' }).click()
}
