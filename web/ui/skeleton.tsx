import { cn } from './cn.ts'

/** A grey placeholder. Give it the size of what will replace it. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cn('animate-breathe rounded-card bg-border', className)} />
}
