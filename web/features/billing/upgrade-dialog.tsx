import { Link } from '@tanstack/react-router'
import type { Billing } from '#contract/billing.ts'
import { formatPrice, plans } from '#contract/plans.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import type { UpgradeDialogProps } from '../../ui/plan-limit.tsx'
import { UpgradePoints } from './upgrade-points.tsx'
import { useBilling } from './use-billing.ts'

/** A limit was met: what the Family Plan brings, and the way to it, where it can be had. */
export function UpgradeDialog({ open, onOpenChange, title, children }: UpgradeDialogProps) {
  const { data } = useBilling()
  const isGiven = data?.plan.source === 'operator' || data?.mode === 'off'
  const mayUpgrade = data?.plan.tier === 'free' && !isGiven
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      {children}
      {mayUpgrade ? (
        <div className="flex flex-col gap-4 rounded-card bg-tint p-5">
          <p className="text-leaf">
            <strong>Family Plan {formatPrice(plans.family.priceCents)}/month</strong>, cancel anytime
          </p>
          <UpgradePoints />
        </div>
      ) : null}
      {data && !mayUpgrade ? <p className="text-muted">{nothingToBuy(data, isGiven)}</p> : null}
      <DialogActions>
        <Button variant="outline" onClick={() => onOpenChange(false)}>
          {mayUpgrade ? 'Maybe Later' : 'Close'}
        </Button>
        <Button variant={mayUpgrade ? 'default' : 'secondary'} asChild>
          <Link to="/app/billing">{mayUpgrade ? 'Upgrade Now' : 'See your plan'}</Link>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function nothingToBuy({ plan }: Billing, isGiven: boolean): string {
  return isGiven
    ? 'Plans are given by whoever looks after this Kinora. Ask them when you need more.'
    : `You have the ${plans[plan.tier].name}, the largest there is to take just now.`
}
