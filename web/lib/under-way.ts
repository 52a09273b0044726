/** Work that a feature does in this tab, such as uploads, whatever page is shown. */
export type TabWork = {
  /** What is under way in words, '2 files'; null where nothing is. */
  tell: () => string | null
  /** Ends and forgets the work without a message: its owner has signed out. */
  stop: () => void
}

const works = new Set<TabWork>()

/** Registers work, so that closing the tab or logging out asks about it first and then ends it. */
export function registerTabWork(work: TabWork): void {
  works.add(work)
}

/** The registered work that would stop, each in words. */
export function underWay(): string[] {
  return [...works].flatMap((work) => work.tell() ?? [])
}

/** Stops all work, because the next person to sign in must neither continue nor see it. */
export function stopTabWork(): void {
  for (const work of works) work.stop()
}

window.addEventListener('beforeunload', (event) => {
  if (underWay().length > 0) event.preventDefault()
})
