import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import type { Billing } from '#contract/billing.ts'
import { formatPrice, plans } from '#contract/plans.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PaddedCard } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { CardForm } from './card-form.tsx'
import { endOf, standingOf } from './standing.ts'
import { type BillingActions, leaveFor } from './use-billing.ts'

/** The current plan: how long it runs, how it is paid for, and how to cancel it. */
export function CurrentPlan({ billing, actions }: { billing: Billing; actions: BillingActions }) {
  const { plan, mode } = billing
  const [asking, setAsking] = useState<'cancel' | 'card' | null>(null)
  const { cancel, resume, portal, changeCard } = actions
  const isPaid =
    plan.source === 'stripe' ||
    (plan.paysBeside && mode === 'stripe') ||
    (plan.source === 'test' && mode === 'test')
  const isCancelled = plan.status === 'cancelling' || plan.besideEndsAt !== null
  const close = () => setAsking(null)
  const failed = () => toastError('Failed to change your plan')

  const end = () =>
    cancel.mutateAsync(undefined).then(() => {
      toastSuccess('Your plan is cancelled')
      close()
    }, failed)
  const goOn = () => resume.mutateAsync(undefined).then(() => toastSuccess('Your plan goes on'), failed)

  return (
    <section aria-labelledby="current-plan">
      <h2 id="current-plan" className="mb-4 font-story text-lg font-semibold">
        Your plan
      </h2>
      <PaddedCard className="flex flex-col gap-5 sm:p-8">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-xl font-bold">{plans[plan.tier].name}</p>
          <p className="text-muted">
            {formatPrice(plans[plan.tier].priceCents)} {plans[plan.tier].period}
          </p>
          {plan.source === 'test' ? <Badge tone="warn">Test mode</Badge> : null}
          {plan.status === 'cancelling' ? <Badge>Cancelled</Badge> : null}
          {plan.status === 'past_due' ? <Badge tone="danger">Payment failed</Badge> : null}
        </div>
        <p className="max-w-[65ch] text-pretty">{standingOf(billing)}</p>
        {billing.card ? (
          <p className="flex items-center gap-3">
            <CreditCard aria-hidden="true" className="text-muted" />
            <span>
              <span className="capitalize">{billing.card.brand}</span> ending in {billing.card.last4}
            </span>
          </p>
        ) : null}
        {portal.isError ? <Alert>{sentenceOf(portal.error)}</Alert> : null}
        {resume.isError ? <Alert>{sentenceOf(resume.error)}</Alert> : null}
        {isPaid ? (
          <div className="flex flex-wrap gap-3">
            {mode === 'stripe' ? (
              <Button
                variant="outline"
                busy={portal.isPending}
                onClick={() => portal.mutate(undefined, { onSuccess: leaveFor, onError: failed })}
              >
                Change card and see receipts
              </Button>
            ) : (
              <Button variant="outline" onClick={() => setAsking('card')}>
                Change card
              </Button>
            )}
            {isCancelled ? (
              <Button busy={resume.isPending} onClick={goOn}>
                Keep my plan
              </Button>
            ) : (
              <Button variant="ghost" onClick={() => setAsking('cancel')}>
                Cancel plan
              </Button>
            )}
          </div>
        ) : null}
      </PaddedCard>
      <ConfirmDialog
        open={asking === 'cancel'}
        onOpenChange={close}
        title="Cancel your plan?"
        description={`${endOf(billing)} Everything you have kept stays, can be seen, played and taken out, also what is more than that plan holds.`}
        confirmLabel="Cancel plan"
        cancelLabel="Keep my plan"
        busy={cancel.isPending}
        error={cancel.error}
        onConfirm={end}
      />
      <Dialog open={asking === 'card'} onOpenChange={close} title="Change card">
        <CardForm
          submitLabel="Save card (test)"
          busy={changeCard.isPending}
          error={changeCard.isError ? sentenceOf(changeCard.error) : null}
          onCard={(card) =>
            changeCard.mutateAsync(card).then(() => {
              toastSuccess('Card changed')
              close()
            }, failed)
          }
        />
      </Dialog>
    </section>
  )
}
