/** What a feature sends from this tab, whatever page is shown. */
export type TabWork = {
  /** In words, '2 files'; null where nothing is under way. */
  tell: () => string | null
  /** Ends it and forgets it without a word: whose it was has gone. */
  stop: () => void
}

const works = new Set<TabWork>()

/** Has a work asked about before this tab is closed and before somebody logs out, and ended when they do. */
export function registerTabWork(work: TabWork): void {
  works.add(work)
}

/** What would stop, each in words. */
export function underWay(): string[] {
  return [...works].flatMap((work) => work.tell() ?? [])
}

/** Whoever comes next is not to go on with it, nor to see it. */
export function stopTabWork(): void {
  for (const work of works) work.stop()
}

window.addEventListener('beforeunload', (event) => {
  if (underWay().length > 0) event.preventDefault()
})
