/** The list with one more entry; unchanged if that is blank or already in it, ignoring case. */
export function withEntry(entries: string[], entered: string): string[] {
  const entry = entered.trim().replace(/\s+/g, ' ')
  const isThere = entries.some((other) => other.toLowerCase() === entry.toLowerCase())
  return entry === '' || isThere ? entries : [...entries, entry]
}
