const added = new Set<string>()

/** Of a file that somebody has added in this tab: they look for it where the files of its story are shown. */
export function noteAdded({ id }: { id: string }): void {
  added.add(id)
}

export const isJustAdded = ({ id }: { id: string }): boolean => added.has(id)
