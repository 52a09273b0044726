import { cn } from './cn.ts'

/** A grey shape where something will be. Give it the size of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cn('animate-breathe rounded-card bg-border', className)} />
}
