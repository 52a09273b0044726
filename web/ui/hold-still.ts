import type { KeyboardEvent, MouseEvent, SyntheticEvent } from 'react'

/** Controls that are chosen by a press: checkboxes and radio buttons with their labels, switches, and all buttons in `data-choice`. */
const choice = 'input[type=checkbox], input[type=radio], label, [role=switch], [data-choice] button'

/**
 * Props for a form that is being sent: a choice made now would not be included, and would be lost when the form closes.
 * Nothing gets `disabled`, since that would take the focus away, and the form's Cancel button, if any, keeps working.
 */
export const holdChoices = {
  onClickCapture: (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest(choice) !== null) ignore(event)
  },
}

/** Props for a select, which opens on mousedown or a key, before there is a click. Tab and Escape work as ever. */
export const holdList = {
  'aria-disabled': true,
  onMouseDown: (event: MouseEvent<HTMLSelectElement>) => {
    event.preventDefault()
    event.currentTarget.focus()
  },
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== 'Tab' && event.key !== 'Escape') event.preventDefault()
  },
  /** If a phone's native picker changes the value anyway, React resets the controlled select. */
  onChange: () => undefined,
}

function ignore(event: SyntheticEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
