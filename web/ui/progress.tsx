import { Progress as Radix } from 'radix-ui'
import { cn } from './cn.ts'

export type ProgressProps = {
  /** 0 to 1. Values outside this range are clamped. */
  value: number
  label: string
  tone?: 'plain' | 'warn' | 'danger'
}

const toneStyle = { plain: 'bg-primary-dark', warn: 'bg-[#c98a1b]', danger: 'bg-danger-solid' }

/** A bar that shows how much is done or used. The figure itself must stand in words beside it. */
export function Progress({ value, label, tone = 'plain' }: ProgressProps) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100)
  return (
    <Radix.Root
      value={percent}
      aria-label={label}
      className="relative h-3 w-full overflow-hidden rounded-full border border-edge bg-background"
    >
      <Radix.Indicator
        className={cn(
          'h-full rounded-full transition-[width] duration-200 forced-colors:bg-[Highlight]',
          toneStyle[tone],
        )}
        style={{ width: `${percent}%` }}
      />
    </Radix.Root>
  )
}
