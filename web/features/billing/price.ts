import type { Invoice } from '#contract/billing.ts'

/** What an invoice is about, in its own currency, of which Stripe counts the smallest pieces: cents, whole yen. */
export function priceOf({ amountCents, currency }: Pick<Invoice, 'amountCents' | 'currency'>): string {
  const shape = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const { maximumFractionDigits = 2 } = shape.resolvedOptions()
  return shape.format(amountCents / 10 ** maximumFractionDigits)
}
