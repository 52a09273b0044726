import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ComponentProps, PointerEvent, ReactNode } from 'react'
import { ClosesOnRequest } from './closes-on-request.tsx'
import { cn } from './cn.ts'
import { isSecondPress, keepOpen } from './double-press.ts'

const itemStyle =
  'flex min-h-12 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 leading-snug outline-none select-none data-[highlighted]:bg-foreground/8 [&_svg]:text-muted'

export type MenuProps = {
  trigger: ReactNode
  side?: 'top' | 'bottom'
  /** Open from the start, for a menu whose code was loaded because somebody opened it. */
  defaultOpen?: boolean
  /** Called when the menu has closed; `preventDefault` keeps the focus from returning to the button. */
  onCloseFocus?: (event: Event) => void
  children: ReactNode
}

/** A menu that opens from a button: `trigger` is that button. */
export function Menu({ trigger, children, side = 'bottom', defaultOpen = false, onCloseFocus }: MenuProps) {
  return (
    <Radix.Root modal={false} defaultOpen={defaultOpen}>
      <Radix.Trigger asChild onPointerDown={onTrigger}>
        {trigger}
      </Radix.Trigger>
      <Radix.Content
        side={side}
        align="start"
        sideOffset={8}
        collisionPadding={12}
        onPointerDownOutside={keepOpen}
        {...(onCloseFocus ? { onCloseAutoFocus: onCloseFocus } : {})}
        className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-64 max-w-[min(24rem,calc(100vw-1.5rem))] overflow-y-auto rounded-card border border-border bg-raised p-2 shadow-card has-[[data-menu-foot]]:scroll-pb-20 data-[state=open]:animate-appear"
      >
        <ClosesOnRequest />
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}

/** Ignores the second press of a double press, which would close the menu again. */
const onTrigger = (event: PointerEvent) => {
  if (isSecondPress(event.nativeEvent)) event.preventDefault()
}

export function MenuItem({ className, ...rest }: ComponentProps<typeof Radix.Item>) {
  return <Radix.Item className={cn(itemStyle, className)} {...rest} />
}

/**
 * The last part of a menu. If the menu is taller than the window, it sticks to the bottom while the rest scrolls behind it, since
 * nobody would look for it below the edge. In a low window there is no room for that.
 */
export function MenuFoot({ children }: { children: ReactNode }) {
  return (
    <div
      data-menu-foot
      className="sticky -bottom-2 z-10 -mx-2 mt-2 -mb-2 border-t border-border bg-raised p-2 low:static"
    >
      {children}
    </div>
  )
}

/** Text at the top of a menu. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-3 py-2">{children}</Radix.Label>
}

export function MenuLine() {
  return <Radix.Separator className="my-2 border-t border-border" />
}

/** A choice of one among several, named by `label`. */
export function MenuRadioGroup({
  label,
  value,
  children,
}: {
  label: string
  value: string
  children: ReactNode
}) {
  return (
    <Radix.RadioGroup value={value} aria-label={label}>
      <div aria-hidden="true" className="px-3 pt-1 pb-2 text-sm text-muted">
        {label}
      </div>
      {children}
    </Radix.RadioGroup>
  )
}

/** An item that is on or off. The menu stays open, so that the tick is seen to change. */
export function MenuCheckItem({ children, ...rest }: ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem className={itemStyle} onSelect={(event) => event.preventDefault()} {...rest}>
      <span className="flex size-[1.5rem] shrink-0 items-center justify-center rounded border-2 border-edge">
        <Radix.ItemIndicator>
          <Check size={18} aria-hidden="true" />
        </Radix.ItemIndicator>
      </span>
      {children}
    </Radix.CheckboxItem>
  )
}

export function MenuRadioItem({ className, ...rest }: ComponentProps<typeof Radix.RadioItem>) {
  return <Radix.RadioItem className={cn(itemStyle, className)} {...rest} />
}
