import type { Payments } from '../../payments/stripe.ts'

/**
 * What Stripe answers about a customer, or `otherwise` where the operator has deleted that one there. One that Stripe does not
 * know at all is none of it: its key may be that of another account, and nobody is to lose for that what they pay for.
 */
export async function unlessDeleted<T>(
  payments: Payments,
  customer: string,
  { ask, otherwise }: { ask: () => Promise<T>; otherwise: T },
): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (isMissing(payments, error) && (await isDeleted(payments, customer))) return otherwise
    throw error
  }
}

/** Whether nothing can be sold to a customer any more: deleted, or of another account of Stripe's. */
export async function isGone(payments: Payments, customer: string): Promise<boolean> {
  try {
    return await isDeleted(payments, customer)
  } catch (error) {
    if (isMissing(payments, error)) return true
    throw error
  }
}

async function isDeleted({ stripe }: Payments, customer: string): Promise<boolean> {
  const found = await stripe.customers.retrieve(customer)
  return found.deleted === true
}

function isMissing({ errors }: Payments, error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing'
}
