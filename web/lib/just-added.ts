const added = new Set<string>()

/** Notes that a file was added in this tab, so that the list of its story's files shows it wherever it stands. */
export function noteAdded({ id }: { id: string }): void {
  added.add(id)
}

export const isJustAdded = ({ id }: { id: string }): boolean => added.has(id)
