import type { ReactNode } from 'react'
import { Progress, type ProgressProps } from './progress.tsx'
import { Skeleton } from './skeleton.tsx'

export type MeterProps = {
  /** What is measured. */
  label: string
  /** The amount in figures: so much of so much. */
  figures: string
  /** From 0 to 1. */
  value: number
  tone: NonNullable<ProgressProps['tone']>
  /** What the amount means for the reader. */
  children: ReactNode
}

/** How much of a plan's allowance is used. */
export function Meter({ label, figures, value, tone, children }: MeterProps) {
  return (
    <section aria-label={label} className="mb-8 max-w-[30rem]">
      <p className="mb-2 flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="text-muted">{label}</span>
        <span className="font-semibold tabular-nums">{figures}</span>
      </p>
      <Progress value={value} label={label} tone={tone} />
      {children}
    </section>
  )
}

export const MeterSkeleton = () => <Skeleton className="mb-8 h-14 max-w-[30rem]" />
