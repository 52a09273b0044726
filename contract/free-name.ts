/** A name that is not taken yet: the first one, or else the first one with a number behind it, counted from 2. */
export function freeName(first: string, taken: readonly (string | null | undefined)[]): string {
  let name = first
  for (let count = 2; taken.includes(name); count += 1) name = `${first} (${count})`
  return name
}
