const liftedAfterPx = 50
const hiddenAfterPx = 100
/** A shorter movement is a trembling finger, not a change of direction. */
const trembleMaxPx = 4
const markAloneAfter = 0.8

/** The state of the bar at a scroll position; `was` is the previous position. */
export function barAt(y: number, was: number, viewport: number, wasHidden: boolean) {
  const turned = Math.abs(y - was) >= trembleMaxPx
  return {
    isLifted: y > liftedAfterPx,
    isHidden: y > hiddenAfterPx && (turned ? y > was : wasHidden),
    markAlone: y > viewport * markAloneAfter,
  }
}

/** Hides the bar on scrolling down and shows it on scrolling up; beyond the first screen its logo is reduced to the mark. */
export function moveTopBar(bar: HTMLElement): void {
  let was = window.scrollY
  let isWaiting = false

  const update = () => {
    isWaiting = false
    const y = window.scrollY
    const now = barAt(y, was, window.innerHeight, 'hidden' in bar.dataset)
    bar.toggleAttribute('data-lifted', now.isLifted)
    bar.toggleAttribute('data-hidden', now.isHidden)
    bar.dataset.logo = now.markAlone ? 'mark' : 'name'
    if (Math.abs(y - was) >= trembleMaxPx || y <= hiddenAfterPx) was = y
  }
  window.addEventListener(
    'scroll',
    () => {
      if (!isWaiting) requestAnimationFrame(update)
      isWaiting = true
    },
    { passive: true },
  )
  update()
}

/** Closes the menu after a choice, on a click outside, and on Escape. */
export function closeMenu(menu: HTMLDetailsElement): void {
  menu.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a')) menu.open = false
  })
  document.addEventListener('click', (event) => {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false
  })
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
}
