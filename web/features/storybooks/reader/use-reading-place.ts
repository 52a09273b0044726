import { useEffect, useLayoutEffect, useRef } from 'react'

/** Keeps the reader's place in a book that is taller than the window, as on a phone. */
export type ReadingPlace = {
  /** The element with the open pages. */
  book: React.RefObject<HTMLDivElement | null>
  /** The bar above the pages, which is sticky while a voice is playing. */
  bar: React.RefObject<HTMLDivElement | null>
  /** To be called before the next passage plays, while the present one is still on the page. */
  goesOn: () => void
}

/**
 * After turning a page at the foot of a long one, scrolls to its first words; during playback, scrolls to the passage being heard.
 * Somebody who has scrolled away from that passage to read elsewhere is left there.
 */
export function useReadingPlace(page: number, passageId: string | null, isWide: boolean): ReadingPlace {
  const book = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const follows = useRef(false)

  const shown = useRef(page)
  useLayoutEffect(() => {
    if (shown.current === page) return
    shown.current = page
    // Two pages side by side have the same size, and somebody leafing with the mouse should stay on the button.
    if (isWide || follows.current) return
    const words = book.current?.querySelector('[data-first-words]')
    const edge = Math.max(0, bar.current?.getBoundingClientRect().bottom ?? 0)
    if (words && words.getBoundingClientRect().top < edge) book.current?.scrollIntoView({ block: 'start' })
  }, [page, isWide])

  // The page with the passage may only be rendered after its playback has been announced, hence an effect on every render.
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
