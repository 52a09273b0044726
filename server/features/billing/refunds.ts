import type Stripe from 'stripe'
import type { Payments } from '../../payments/stripe.ts'

/** The ids of the payments, and of the charges without one, that were paid back in full. */
export type PaidBack = ReadonlySet<string>

const CHARGES = 100

/**
 * Asks which of a customer's payments were paid back in full: an invoice at Stripe stays "paid" all the same. None where the
 * operator's key may read no charges.
 */
export async function paymentsPaidBack({ stripe, errors }: Payments, customer: string): Promise<PaidBack> {
  try {
    const { data } = await stripe.charges.list({ customer, limit: CHARGES })
    return new Set(
      data.filter(({ refunded }) => refunded).map((charge) => idOf(charge.payment_intent) ?? charge.id),
    )
  } catch (error) {
    if (error instanceof errors.StripePermissionError) return new Set()
    throw error
  }
}

/** Whether all that was paid for an invoice was paid back. */
export function isPaidBack({ status, payments }: Stripe.Invoice, paidBack: PaidBack): boolean {
  if (status !== 'paid') return false
  const made = (payments?.data ?? []).filter((each) => each.status === 'paid')
  const ids = made.map(({ payment }) => idOf(payment.payment_intent) ?? idOf(payment.charge) ?? '')
  return ids.length > 0 && ids.every((id) => paidBack.has(id))
}

const idOf = (named: string | { id: string } | null | undefined): string | undefined =>
  typeof named === 'string' ? named : named?.id
