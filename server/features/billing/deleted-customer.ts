import type { Payments } from '../../payments/stripe.ts'

/**
 * Stripe's answer about a customer, or `otherwise` if the operator has deleted this customer at Stripe. A customer whom
 * Stripe does not know at all is an error instead: the API key may belong to another Stripe account, and nobody must
 * lose a plan that they pay for because of that.
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

/** Whether nothing can be sold to this customer any more: it was deleted, or belongs to another Stripe account. */
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
