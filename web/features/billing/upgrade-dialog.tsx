import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatPrice, plans } from '#contract/plans.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { UpgradePoints } from './upgrade-points.tsx'
import { useBilling } from './use-billing.ts'

export type UpgradeDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What was met: 'Storage Limit Reached', or that there is more to have. */
  title?: string
  /** What is safe, and what makes room without paying. */
  children?: ReactNode
}

/** A limit was met, or somebody wants more: what the Family Plan brings, and the way to it. */
export function UpgradeDialog({
  open,
  onOpenChange,
  title = 'Upgrade to Family Plan',
  children,
}: UpgradeDialogProps) {
  const { data } = useBilling()
  const mayUpgrade = data?.plan.tier === 'free' && data.plan.source !== 'operator' && data.mode !== 'off'
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
      <DialogActions>
        <Button variant="outline" onClick={() => onOpenChange(false)}>
          {mayUpgrade ? 'Maybe Later' : 'Close'}
        </Button>
        {mayUpgrade ? (
          <Button asChild>
            <Link to="/app/billing">Upgrade Now</Link>
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  )
}
