import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

/** An error message at the place where it happened; screen readers announce it at once. */
export function Alert({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <p
      role="alert"
      className={cn('flex items-start gap-3 rounded-card bg-danger-tint p-4 text-danger', className)}
    >
      <CircleAlert className="mt-0.5 shrink-0" aria-hidden="true" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}
