import { type ReactNode, useContext, useState } from 'react'
import { Button } from './button.tsx'
import { UpgradeContext, type UpgradeDialogProps } from './upgrade-context.ts'

/** Wraps content that may belong to somebody else: then the full plan is its owner's, and this person is offered nothing to buy. */
export function PlanOf({ isOwn, children }: { isOwn: boolean; children: ReactNode }) {
  const own = useContext(UpgradeContext)
  return <UpgradeContext value={isOwn ? own : null}>{children}</UpgradeContext>
}

/** The upgrade dialog, for places where it replaces another. Its code is loaded as soon as this is rendered, open or not. */
export function PlanDialog(props: UpgradeDialogProps) {
  const UpgradeDialog = useContext(UpgradeContext)
  return UpgradeDialog === null ? null : <UpgradeDialog {...props} />
}

export type PlanLimitProps = {
  title: string
  /** What was refused and what is safe; the same sentence stands where the limit was met. */
  sentence: string
  /** Whether the limit was met just now, so that the dialog opens by itself. */
  isNews?: boolean
}

/** Stands where a limit of the plan was met: opens the upgrade dialog, and offers a button to open it again. */
export function PlanLimit({ title, sentence, isNews = true }: PlanLimitProps) {
  const UpgradeDialog = useContext(UpgradeContext)
  const [open, setOpen] = useState(isNews)
  if (UpgradeDialog === null) return null
  return (
    <>
      <Button variant="secondary" className="self-start" onClick={() => setOpen(true)}>
        What you can do
      </Button>
      <UpgradeDialog open={open} onOpenChange={setOpen} title={title}>
        <p>{sentence}</p>
      </UpgradeDialog>
    </>
  )
}
