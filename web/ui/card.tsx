import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** A white, rounded surface with one soft shadow, like a sheet of paper on a table. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section className={cn('rounded-card bg-card shadow-card', className)} {...rest} />
}

/** A card with the usual padding of 24 px. */
export function PaddedCard({ className, ...rest }: ComponentProps<'section'>) {
  return <Card className={cn('p-6', className)} {...rest} />
}
