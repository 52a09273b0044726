/** Adds buttons, dots and arrow keys to a strip that already snaps from page to page; the page in the middle is the open one. */
export function turnPages(carousel: HTMLElement): void {
  const strip = carousel.querySelector<HTMLElement>('[data-strip]')
  const position = carousel.querySelector('[data-position]')
  const previous = carousel.querySelector<HTMLButtonElement>('[data-previous]')
  const next = carousel.querySelector<HTMLButtonElement>('[data-next]')
  const dots = [...carousel.querySelectorAll<HTMLButtonElement>('[data-dot]')]
  const pages = [...carousel.querySelectorAll<HTMLElement>('[data-page]')]
  if (!strip || !position || !previous || !next) return

  const last = pages.length - 1
  let current = 0
  /** Whether a button or key is moving the strip: positions it passes on the way do not count as opened pages. */
  let isTurning = false

  const show = (page: number) => {
    current = page
    position.textContent = `Page ${page + 1} of ${pages.length}`
    // Not `disabled`, because a disabled button loses the focus.
    previous.setAttribute('aria-disabled', String(page === 0))
    next.setAttribute('aria-disabled', String(page === last))
    for (const [index, dot] of dots.entries()) {
      if (index === page) dot.setAttribute('aria-current', 'true')
      else dot.removeAttribute('aria-current')
    }
    for (const [index, sheet] of pages.entries()) sheet.toggleAttribute('data-open', index === page)
  }
  const scrollTo = (page: number, behavior: ScrollBehavior) => {
    const sheet = pages[page]
    if (sheet) strip.scrollTo({ left: middleOf(sheet) - strip.clientWidth / 2, behavior })
  }
  const turnTo = (page: number) => {
    const wanted = Math.min(Math.max(page, 0), last)
    show(wanted)
    isTurning = true
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    scrollTo(wanted, calm ? 'instant' : 'smooth')
  }

  previous.addEventListener('click', () => turnTo(current - 1))
  next.addEventListener('click', () => turnTo(current + 1))
  for (const [index, dot] of dots.entries()) dot.addEventListener('click', () => turnTo(index))
  for (const [index, sheet] of pages.entries()) {
    sheet.addEventListener('click', () => {
      if (index !== current) turnTo(index)
    })
  }
  document.addEventListener('keydown', (event) => {
    const step = stepOf(event)
    const isMeant = carousel.contains(document.activeElement) || isInView(carousel)
    if (step === 0 || !isMeant) return
    event.preventDefault()
    turnTo(current + step)
  })
  // A finger or wheel takes over: from now on the page at which the strip comes to rest is the open one.
  for (const kind of ['pointerdown', 'wheel', 'touchstart'] as const) {
    strip.addEventListener(kind, () => (isTurning = false), { passive: true })
  }
  // Safari only has `scrollend` since 26.2; before that, the page in the middle is shown during scrolling.
  strip.addEventListener('onscrollend' in window ? 'scrollend' : 'scroll', () => {
    const page = nearest(pages, strip.scrollLeft + strip.clientWidth / 2)
    if (isTurning && page !== current) return
    isTurning = false
    show(page)
  })
  new ResizeObserver(() => scrollTo(current, 'instant')).observe(strip)
  show(0)
}

/** Where in the strip the middle of a page lies, in px. */
const middleOf = (sheet: HTMLElement) => sheet.offsetLeft + sheet.offsetWidth / 2

/** The page whose middle is nearest to a place in the strip. */
function nearest(pages: readonly HTMLElement[], place: number): number {
  const distances = pages.map((sheet) => Math.abs(middleOf(sheet) - place))
  return distances.indexOf(Math.min(...distances))
}

/** The step of an arrow key without modifiers; combinations are left to the browser. */
function stepOf({ key, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented }: KeyboardEvent): number {
  if (altKey || ctrlKey || metaKey || shiftKey || defaultPrevented) return 0
  if (key === 'ArrowLeft') return -1
  return key === 'ArrowRight' ? 1 : 0
}

/** Arrow keys must not turn the pages of a book that is out of view, while the person reads elsewhere on the page. */
function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  const seen = Math.min(bottom, window.innerHeight) - Math.max(top, 0)
  return seen > Math.min(bottom - top, window.innerHeight) / 3
}
