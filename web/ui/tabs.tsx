import { Tabs as Radix } from 'radix-ui'
import { type ComponentProps, useEffect, useRef } from 'react'
import { cn } from './cn.ts'

/** Tabs: arrow keys move between them, the chosen one is told by line and weight, not by colour alone. */
export const Tabs = Radix.Root

/** Where there is no room for all of them, the chosen one is in view, also for who came by a link. */
export function TabsList({ className, ...rest }: ComponentProps<typeof Radix.List>) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const chosen = list.current?.querySelector('[data-state=active]')
    if (!list.current || !chosen) return
    const [tab, room] = [chosen.getBoundingClientRect(), list.current.getBoundingClientRect()]
    if (tab.right > room.right) list.current.scrollLeft += tab.right - room.right
    else if (tab.left < room.left) list.current.scrollLeft += tab.left - room.left
  })
  return (
    <Radix.List
      ref={list}
      // A line that takes no room: a tab pulled over a border is a pixel too high, for which desktops show a scroll bar.
      className={cn('flex gap-2 overflow-x-auto shadow-[inset_0_-1px_var(--border)]', className)}
      {...rest}
    />
  )
}

export function TabsTrigger({ className, ...rest }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={cn(
        'min-h-14 shrink-0 rounded-t-card border-b-4 border-transparent px-5 text-muted outline-offset-[-3px] transition-colors hover:text-foreground data-[state=active]:border-primary-dark data-[state=active]:font-bold data-[state=active]:text-foreground',
        className,
      )}
      {...rest}
    />
  )
}

export function TabsContent({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn('pt-8', className)} {...rest} />
}
