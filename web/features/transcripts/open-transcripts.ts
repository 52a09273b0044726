/** Ids of the transcripts open in this tab, one entry for each view of a transcript. */
const open: string[] = []

export const isOpen = (id: string): boolean => open.includes(id)

/** Marks a transcript as open; returns a function that closes it again. */
export function openTranscript(id: string): () => void {
  open.push(id)
  return () => open.splice(open.indexOf(id), 1)
}
