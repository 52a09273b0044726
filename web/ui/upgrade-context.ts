import { type ComponentType, createContext, type ReactNode } from 'react'

export type UpgradeDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The limit that was reached: 'Storage Limit Reached', say. */
  title: string
  /** What is safe, and what helps without paying. */
  children: ReactNode
}

/** The dialog that shows what a larger plan brings, provided by the shell; null where the plan is somebody else's. */
export const UpgradeContext = createContext<ComponentType<UpgradeDialogProps> | null>(null)
