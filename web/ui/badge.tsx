import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

const badgeStyle = cva(
  'inline-flex min-h-8 items-center gap-1.5 rounded-full px-3 text-sm font-semibold [&_svg]:shrink-0',
  {
    variants: {
      tone: {
        plain: 'border border-border bg-background text-foreground',
        good: 'bg-tint text-leaf',
        warn: 'bg-warn-tint text-warn',
        danger: 'bg-danger-tint text-danger',
        overlay: 'bg-black/75 text-white tabular-nums',
      },
    },
    defaultVariants: { tone: 'plain' },
  },
)

/** A short word about the state of something. Pair it with an icon, so that colour is not the only sign. */
export function Badge({
  tone,
  className,
  ...rest
}: ComponentProps<'span'> & VariantProps<typeof badgeStyle>) {
  return <span className={cn(badgeStyle({ tone }), className)} {...rest} />
}
