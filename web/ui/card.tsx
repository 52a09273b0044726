import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** A sheet of paper on the table: white, rounded, one soft shadow. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section className={cn('rounded-card bg-card shadow-card', className)} {...rest} />
}

/** A card with the usual 24 px inside. */
export function PaddedCard({ className, ...rest }: ComponentProps<'section'>) {
  return <Card className={cn('p-6', className)} {...rest} />
}
