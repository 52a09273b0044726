import type { KeyboardEvent, MouseEvent, SyntheticEvent } from 'react'

/** What is chosen by a press: ticks with their labels, switches, and all buttons in `data-choice`. */
const choice = 'input[type=checkbox], input[type=radio], label, [role=switch], [data-choice] button'

/**
 * For a form that is on its way: what would be chosen now is not in what was sent, and would go with the form when it closes.
 * Nothing is `disabled` by it, since that would take the focus away; and its Cancel, where it has one, can be pressed.
 */
export const holdChoices = {
  onClickCapture: (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest(choice) !== null) ignore(event)
  },
}

/** For a list, which opens by a press or a key before there is a click. Tab and Escape lead out of it as ever. */
export const holdList = {
  'aria-disabled': true,
  onMouseDown: (event: MouseEvent<HTMLSelectElement>) => {
    event.preventDefault()
    event.currentTarget.focus()
  },
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== 'Tab' && event.key !== 'Escape') event.preventDefault()
  },
  /** What a phone's own picker chooses all the same is put back. */
  onChange: () => undefined,
}

function ignore(event: SyntheticEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
