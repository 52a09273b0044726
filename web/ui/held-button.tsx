import { Button, type ButtonProps } from './button.tsx'

/**
 * A button that can do nothing for now, often because of its own press: it ignores presses but keeps the focus, which a disabled one
 * would lose.
 */
export function HeldButton({ held, onClick, ...rest }: ButtonProps & { held: boolean }) {
  return <Button {...rest} aria-disabled={held || undefined} onClick={held ? undefined : onClick} />
}
