import type { KeyboardEvent } from 'react'

/**
 * For the button that begins a recording, while it begins. It is not `disabled`, which would take the focus away from whoever goes
 * by keys; and a key that is held, which browsers tell as one press after the other, does not end what it has begun.
 */
export const beginning = (starting: boolean, onPress: () => void) => ({
  'aria-disabled': starting || undefined,
  onClick: starting ? undefined : onPress,
  onKeyDown: (event: KeyboardEvent) => {
    if (event.repeat) event.preventDefault()
  },
})
