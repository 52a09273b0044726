/** The transcripts that this tab shows, each as often as it shows it. */
const open: string[] = []

export const isOpen = (id: string): boolean => open.includes(id)

/** Returns the way to close it. */
export function openTranscript(id: string): () => void {
  open.push(id)
  return () => open.splice(open.indexOf(id), 1)
}
