import { Link } from '@tanstack/react-router'
import type { Billing } from '#contract/billing.ts'
import { formatPrice, plans } from '#contract/plans.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import type { UpgradeDialogProps } from '../../ui/upgrade-context.ts'
import { mayUpgrade, standingOf } from './standing.ts'
import { UpgradePoints } from './upgrade-points.tsx'
import { useBilling } from './use-billing.ts'

/** Shown when a limit is reached: what the Family Plan offers, and a link to it if it can be bought. */
export function UpgradeDialog({ open, onOpenChange, title, children }: UpgradeDialogProps) {
  const { data } = useBilling()
  const isForSale = data !== undefined && mayUpgrade(data)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      {children}
      {isForSale ? (
        <div className="flex flex-col gap-4 rounded-card bg-tint p-5">
          <p className="text-leaf">
            <strong>Family Plan {formatPrice(plans.family.priceCents)}/month</strong>, cancel anytime
          </p>
          <UpgradePoints />
        </div>
      ) : null}
      {data && !isForSale ? <p className="text-muted">{nothingToBuy(data)}</p> : null}
      <DialogActions>
        <Button variant="outline" onClick={() => onOpenChange(false)}>
          {isForSale ? 'Maybe Later' : 'Close'}
        </Button>
        <Button variant={isForSale ? 'default' : 'secondary'} asChild>
          <Link to="/app/billing">{isForSale ? 'Upgrade Now' : 'See your plan'}</Link>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function nothingToBuy(billing: Billing): string {
  const { plan, mode } = billing
  if (plan.source === 'operator' || mode === 'off') {
    return 'Plans are given by whoever looks after this Kinora. Ask them when you need more.'
  }
  return plan.status === 'past_due'
    ? standingOf(billing)
    : `You have the ${plans[plan.tier].name}, the largest there is to take just now.`
}
