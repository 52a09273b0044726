import type { Invoice } from '#contract/billing.ts'

/** The amount of an invoice in its own currency. Stripe counts in the smallest unit: cents, but whole yen. */
export function priceOf({ amountCents, currency }: Pick<Invoice, 'amountCents' | 'currency'>): string {
  const shape = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const { maximumFractionDigits = 2 } = shape.resolvedOptions()
  return shape.format(amountCents / 10 ** maximumFractionDigits)
}
