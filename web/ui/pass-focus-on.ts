/**
 * Moves the focus from a button whose row is about to be removed to the last button of the next row, or else of the previous one,
 * or else to the group around the list. Otherwise a keyboard user would have to start again from the top.
 */
export function passFocusOn(button: HTMLElement): void {
  const row = button.closest('li')
  const other = row?.nextElementSibling ?? row?.previousElementSibling
  const next = other?.querySelector<HTMLElement>('button:last-of-type') ?? button.closest('fieldset')
  next?.focus()
}
