/**
 * Gives the focus of a button whose row is about to leave its list to the last button of the row after it, else before it,
 * else to the group around the list: whoever goes by keys would start from the top.
 */
export function passFocusOn(button: HTMLElement): void {
  const row = button.closest('li')
  const other = row?.nextElementSibling ?? row?.previousElementSibling
  const next = other?.querySelector<HTMLElement>('button:last-of-type') ?? button.closest('fieldset')
  next?.focus()
}
