import { Tabs as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** Tabs: arrow keys move between them. The selected one is marked by a line and its weight, not by colour alone. */
export const Tabs = Radix.Root

/** The tabs wrap to a second line where there is too little room: nobody would look for them beyond the edge. */
export function TabsList({ className, ...rest }: ComponentProps<typeof Radix.List>) {
  return <Radix.List className={cn('flex flex-wrap gap-x-2 border-b border-border', className)} {...rest} />
}

export function TabsTrigger({ className, ...rest }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={cn(
        'min-h-14 shrink-0 rounded-t-card border-b-4 border-transparent px-3 text-muted sm:px-5 outline-offset-[-3px] transition-colors hover:text-foreground data-[state=active]:border-primary-dark data-[state=active]:font-bold data-[state=active]:text-foreground',
        className,
      )}
      {...rest}
    />
  )
}

export function TabsContent({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn('pt-8', className)} {...rest} />
}
