import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CurrentPlan } from '../features/billing/current-plan.tsx'
import { Invoices } from '../features/billing/invoices.tsx'
import { PayDialog } from '../features/billing/pay-dialog.tsx'
import { PlanCards } from '../features/billing/plan-cards.tsx'
import { UsageMeters } from '../features/billing/usage-meters.tsx'
import { useBilling, useBillingActions } from '../features/billing/use-billing.ts'
import { sentenceOf } from '../lib/errors.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toastSuccess } from '../ui/toast.tsx'

const route = getRouteApi('/app/billing')

/** The plan: what it includes, how much of it is used, the other plans, and the invoices. */
export function BillingPage() {
  const billing = useBilling()
  const actions = useBillingActions()
  const [paying, setPaying] = useState(false)
  const isPaying = useReturnFromStripe(actions.refresh.mutateAsync)

  return (
    <>
      <title>Billing · Kinora</title>
      <PageHeader title="Billing" subtitle="Your plan, and how much of it you use." />
      {billing.isPending ? <Waiting /> : null}
      {billing.isLoadingError ? (
        <ErrorPanel
          title="Your plan could not be shown"
          sentence={sentenceOf(billing.error)}
          onRetry={() => billing.refetch()}
        />
      ) : null}
      {billing.data ? (
        <div className="flex flex-col gap-12">
          {isPaying && billing.data.mode === 'stripe' && billing.data.plan.source !== 'stripe' ? (
            <p role="status" className="rounded-card bg-tint p-4 text-leaf">
              Thank you. Your payment is still being confirmed, and you need not pay again: your plan changes
              here by itself. If it does not within an hour, ask whoever looks after this Kinora.
            </p>
          ) : null}
          <CurrentPlan billing={billing.data} actions={actions} />
          <UsageMeters usage={billing.data.usage} />
          <PlanCards billing={billing.data} onChoose={() => setPaying(true)} />
          <Invoices invoices={billing.data.invoices} />
          <PayDialog open={paying} onOpenChange={setPaying} mode={billing.data.mode} actions={actions} />
        </div>
      ) : null}
    </>
  )
}

/**
 * Coming back from Stripe, people see the result at once, even if Stripe's webhook has not arrived yet.
 * @returns whether somebody came back from paying whose payment is not known yet, or could not be asked for
 */
function useReturnFromStripe(refresh: (input: undefined) => Promise<{ plan: { source: string } }>): boolean {
  const { checkout } = route.useSearch()
  const navigate = route.useNavigate()
  const [isPaying, setPaying] = useState(false)
  useEffect(() => {
    if (checkout === undefined) return
    navigate({ to: '/app/billing', search: {}, replace: true })
    refresh(undefined).then(
      ({ plan }) => {
        if (checkout !== 'done') return
        if (plan.source === 'stripe') toastSuccess('Successfully upgraded to Family Plan!')
        else setPaying(true)
      },
      // After an error the page keeps showing the known plan; Stripe's webhook updates it later.
      () => setPaying(checkout === 'done'),
    )
  }, [checkout, navigate, refresh])
  return isPaying
}

function Waiting() {
  return (
    <div role="status" className="flex flex-col gap-12">
      <span className="sr-only">Loading your plan</span>
      <Skeleton className="h-44" />
      <Skeleton className="h-64" />
      <Skeleton className="h-96" />
    </div>
  )
}
