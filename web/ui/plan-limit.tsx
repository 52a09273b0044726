import { type ComponentType, createContext, type ReactNode, useContext, useState } from 'react'
import { Button } from './button.tsx'

export type UpgradeDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What was met: 'Storage Limit Reached', say. */
  title: string
  /** What is safe, and what helps without paying. */
  children: ReactNode
}

/** What shows what a larger plan brings; null where the plan is somebody else's. The shell gives it. */
export const UpgradeContext = createContext<ComponentType<UpgradeDialogProps> | null>(null)

/** Around what may be another's: the plan that has no more room is its owner's, and nothing is theirs to buy. */
export function PlanOf({ isOwn, children }: { isOwn: boolean; children: ReactNode }) {
  const own = useContext(UpgradeContext)
  return <UpgradeContext value={isOwn ? own : null}>{children}</UpgradeContext>
}

/** The dialog itself, where it opens in place of another. Its code is loaded once it is drawn, open or not. */
export function PlanDialog(props: UpgradeDialogProps) {
  const UpgradeDialog = useContext(UpgradeContext)
  return UpgradeDialog === null ? null : <UpgradeDialog {...props} />
}

export type PlanLimitProps = {
  title: string
  /** What was refused and what is safe, as it stands where it was met, too. */
  sentence: string
  /** Whether it was met just now: the dialog opens by itself. */
  isNews?: boolean
}

/** Stands where a limit of one's plan was met: the dialog about it, and the way back into that. */
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
