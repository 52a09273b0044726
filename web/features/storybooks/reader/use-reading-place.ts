import { useEffect, useLayoutEffect, useRef } from 'react'

/** Where one is in a book that is longer than its window, as on a phone. */
export type ReadingPlace = {
  /** The pages that lie open. */
  book: React.RefObject<HTMLDivElement | null>
  /** What stands above them, and stays there while a voice is heard. */
  bar: React.RefObject<HTMLDivElement | null>
  /** To be said before another passage is heard, while the one before still stands in the page. */
  goesOn: () => void
}

/**
 * A page that is turned at the foot of a long one begins with its first words, and who listens sees what is being read. Whoever has
 * scrolled away from the voice to read by themselves is left where they are.
 */
export function useReadingPlace(page: number, passageId: string | null, isWide: boolean): ReadingPlace {
  const book = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const follows = useRef(false)

  const shown = useRef(page)
  useLayoutEffect(() => {
    if (shown.current === page) return
    shown.current = page
    // Two pages side by side are all of one size, and whoever leafs by the mouse stays on the button.
    if (isWide || follows.current) return
    const words = book.current?.querySelector('[data-first-words]')
    const edge = Math.max(0, bar.current?.getBoundingClientRect().bottom ?? 0)
    if (words && words.getBoundingClientRect().top < edge) book.current?.scrollIntoView({ block: 'start' })
  }, [page, isWide])

  // The page of what is heard may be drawn later than that it is heard is told.
  useEffect(() => {
    if (!follows.current || passageId === null) return
    const spoken = spokenIn(book.current)
    if (!spoken) return
    follows.current = false
    spoken.scrollIntoView({ block: 'nearest' })
  })

  return {
    book,
    bar,
    goesOn: () => {
      const spoken = spokenIn(book.current)
      follows.current = spoken === null || isInView(spoken)
    },
  }
}

const spokenIn = (book: Element | null) => book?.querySelector('[data-spoken]') ?? null

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}
