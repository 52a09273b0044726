/** A list of names or words with one more; the same list where it says nothing, or is there already. */
export function withEntry(entries: string[], entered: string): string[] {
  const entry = entered.trim().replace(/\s+/g, ' ')
  const isThere = entries.some((other) => other.toLowerCase() === entry.toLowerCase())
  return entry === '' || isThere ? entries : [...entries, entry]
}
