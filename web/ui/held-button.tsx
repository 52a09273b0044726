import { Button, type ButtonProps } from './button.tsx'

/**
 * A button that can do nothing for now, often because of its own press: it ignores presses but keeps the focus, which a disabled one
 * would lose. The Tab key passes it by, as a disabled one.
 */
export function HeldButton({ held, onClick, ...rest }: ButtonProps & { held: boolean }) {
  return (
    <Button
      {...rest}
      aria-disabled={held || undefined}
      tabIndex={held ? -1 : undefined}
      onClick={held ? undefined : onClick}
    />
  )
}
