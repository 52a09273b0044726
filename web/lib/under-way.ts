/** Says in words what a feature is sending from this tab, '2 files', or null where it is nothing. */
type Teller = () => string | null

const tellers = new Set<Teller>()

/** What stops when this tab is closed or somebody logs out in it, each in words. */
export function underWay(): string[] {
  return [...tellers].flatMap((tell) => tell() ?? [])
}

/** Has `tell` asked before this tab is closed, and before somebody logs out. */
export function tellUnderWay(tell: Teller): void {
  tellers.add(tell)
}

window.addEventListener('beforeunload', (event) => {
  if (underWay().length > 0) event.preventDefault()
})
