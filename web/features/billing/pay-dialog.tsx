import { useState } from 'react'
import type { Billing } from '#contract/billing.ts'
import type { KeptCard } from '#contract/cards.ts'
import { formatPrice, plans } from '#contract/plans.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions, DialogCancel } from '../../ui/dialog-actions.tsx'
import { useSending } from '../../ui/sending.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { useShownAgain } from '../../ui/use-shown-again.ts'
import { CardForm } from './card-form.tsx'
import { UpgradePoints } from './upgrade-points.tsx'
import { type BillingActions, leaveFor } from './use-billing.ts'

export type PayDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  mode: Billing['mode']
  actions: BillingActions
}

/** Buys the Family Plan: on Stripe's page if payments are real, with the labelled test form in test mode. */
export function PayDialog({ open, onOpenChange, mode, actions }: PayDialogProps) {
  const { upgrade } = actions
  const pay = (card: KeptCard) =>
    upgrade.mutateAsync({ tier: 'family', card }).then(() => {
      toastSuccess('Successfully upgraded to Family Plan!')
      onOpenChange(false)
    }, failed)

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Upgrade to Family Plan"
      width="wide"
      description={`${formatPrice(plans.family.priceCents)}/month, cancel anytime`}
    >
      <UpgradePoints />
      {mode === 'test' ? (
        <CardForm
          submitLabel="Upgrade (test)"
          busy={upgrade.isPending}
          error={upgrade.isError ? sentenceOf(upgrade.error) : null}
          onCard={pay}
        />
      ) : (
        <ToStripe checkout={actions.checkout} />
      )}
    </Dialog>
  )
}

const failed = () => toastError('Failed to upgrade plan')

/**
 * Inside the dialog, which stays open until it is known whether Stripe's page opens. Mounted anew at each opening, so that the error of an
 * earlier one is not shown.
 */
function ToStripe({ checkout }: Pick<BillingActions, 'checkout'>) {
  const [isAsked, setIsAsked] = useState(false)
  useSending(checkout.isPending)
  useShownAgain(checkout.reset)
  return (
    <>
      <p className="text-muted">
        You pay on a page of Stripe and come back here. Your card’s number never passes through Kinora.
      </p>
      {isAsked && checkout.isError ? <Alert>{sentenceOf(checkout.error)}</Alert> : null}
      <DialogActions>
        <DialogCancel />
        <Button
          busy={checkout.isPending || checkout.isSuccess}
          onClick={() => {
            setIsAsked(true)
            checkout.mutate({ tier: 'family' }, { onSuccess: leaveFor, onError: failed })
          }}
        >
          Continue to payment
        </Button>
      </DialogActions>
    </>
  )
}
