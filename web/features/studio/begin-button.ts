import type { KeyboardEvent } from 'react'

/**
 * Props of the button that begins a recording, while the recording begins. The button is not `disabled`, which would take the focus
 * from keyboard users. A key that is held down, which browsers report as repeated presses, does not stop what it has just begun.
 */
export const beginning = (starting: boolean, onPress: () => void) => ({
  'aria-disabled': starting || undefined,
  onClick: starting ? undefined : onPress,
  onKeyDown: (event: KeyboardEvent) => {
    if (event.repeat) event.preventDefault()
  },
})
