import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Billing } from '#contract/billing.ts'
import { keepAnswer } from '../../lib/keep-answer.ts'
import { readAnew } from '../../lib/read-anew.ts'
import { orpc } from '../../lib/rpc.ts'

/** The plan, its usage and the invoices. */
export function useBilling() {
  return useQuery(orpc.billing.get.queryOptions())
}

/** Mutations on the plan; each answers with the resulting state. */
export function useBillingActions() {
  const queries = useQueryClient()
  const onSuccess = (billing: Billing) => {
    readAnew(queries, orpc.account.usage, orpc.storybooks)
    return keepAnswer(queries, orpc.billing.get.queryKey(), billing)
  }
  return {
    upgrade: useMutation(orpc.billing.upgrade.mutationOptions({ onSuccess })),
    changeCard: useMutation(orpc.billing.changeCard.mutationOptions({ onSuccess })),
    cancel: useMutation(orpc.billing.cancel.mutationOptions({ onSuccess })),
    resume: useMutation(orpc.billing.resume.mutationOptions({ onSuccess })),
    refresh: useMutation(orpc.billing.refresh.mutationOptions({ onSuccess })),
    checkout: useMutation(orpc.billing.checkout.mutationOptions()),
    portal: useMutation(orpc.billing.portal.mutationOptions()),
  }
}
export type BillingActions = ReturnType<typeof useBillingActions>

/**
 * Redirects to Stripe's own pages, the only place where card data is entered. To be used as a callback of
 * `mutate`, which does not run if the person has left the page meanwhile.
 */
export function leaveFor({ url }: { url: string }): void {
  window.location.assign(url)
}
