/**
 * The key that was pressed, for shortcuts that are letters or digits. A Cyrillic, Greek, Hebrew or Arabic keyboard writes others: there
 * it is the one that a Latin keyboard has in the same place.
 */
export function pressedKey({ key, code }: { key: string; code: string }): string {
  return (key > '~' ? code.replace(/Key|Digit/, '') : key).toLowerCase()
}
