import { cva, type VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent } from 'react'
import { cn } from './cn.ts'
import { Spinner } from './spinner.tsx'

/** The look of a button, also for links: `className={buttonStyle({ variant: 'hero' })}`. */
export const buttonStyle = cva(
  'inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-full border-2 font-semibold transition-colors duration-150 ease-out select-none print:hidden disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        default: 'border-transparent bg-primary text-on-primary enabled:hover:bg-accent [a]:hover:bg-accent',
        destructive: 'border-transparent bg-danger-solid text-white hover:bg-[#8f1d17]',
        outline: 'border-edge bg-card text-foreground hover:border-foreground hover:bg-background',
        secondary: 'border-transparent bg-tint text-leaf hover:border-leaf',
        ghost: 'border-transparent text-foreground hover:bg-foreground/8',
        link: 'border-transparent px-1! text-leaf underline decoration-2 underline-offset-4 hover:decoration-[3px]',
        hero: 'border-transparent bg-accent text-on-primary shadow-card hover:bg-primary',
        'hero-outline': 'border-foreground bg-transparent text-foreground hover:bg-foreground/8',
      },
      size: {
        default: 'min-h-12 px-6 py-2 text-base',
        sm: 'min-h-12 px-4 py-1.5 text-sm',
        lg: 'min-h-14 px-8 py-3 text-base',
        xl: 'min-h-16 px-10 py-4 text-lg',
        icon: 'size-12 p-0',
      },
    },
    defaultVariants: { variant: 'default', size: 'default' },
  },
)

export type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonStyle> & {
    /** Renders the child (a link, say) with the look of a button. */
    asChild?: boolean
    /** Work is under way: shows a spinner and ignores presses. The button keeps the focus, which a disabled one would lose. */
    busy?: boolean
  }

/** A button. Its text is a verb; `type` is "button" unless it submits a form. */
export function Button({
  variant,
  size,
  asChild,
  busy,
  className,
  disabled,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const look = cn(buttonStyle({ variant, size }), className)
  if (asChild) {
    return (
      <Slot.Root className={look} onClick={onClick} {...rest}>
        {children}
      </Slot.Root>
    )
  }
  return (
    <button
      type="button"
      className={look}
      disabled={disabled && !busy}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? doNothing : onClick}
      {...rest}
    >
      {busy ? <Spinner size={22} /> : null}
      {children}
    </button>
  )
}

/** Prevents the default too, so that Enter in a field does not submit the form while the button is busy. */
const doNothing = (event: MouseEvent) => event.preventDefault()
