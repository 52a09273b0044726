import type { Invoice } from '#contract/billing.ts'

/**
 * The currencies that Stripe does not count in hundredths (https://docs.stripe.com/currencies). The browser's own number of decimals
 * says how a currency is usually written: forints and rupiahs without decimals, though Stripe counts their hundredths.
 */
const inWholes = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const inThousandths = new Set('bhd jod kwd omr tnd'.split(' '))

/** The amount of an invoice in its own currency. Stripe counts in the smallest unit: cents, but whole yen. */
export function priceOf({ amountCents, currency }: Pick<Invoice, 'amountCents' | 'currency'>): string {
  const decimals = decimalsOf(currency.toLowerCase())
  const shape = { style: 'currency', currency } as const
  const { maximumFractionDigits: usual = 2 } = new Intl.NumberFormat('en-US', shape).resolvedOptions()
  const digits = amountCents % 10 ** decimals === 0 ? usual : Math.max(usual, decimals)
  return new Intl.NumberFormat('en-US', {
    ...shape,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amountCents / 10 ** decimals)
}

function decimalsOf(currency: string): number {
  if (inWholes.has(currency)) return 0
  return inThousandths.has(currency) ? 3 : 2
}
