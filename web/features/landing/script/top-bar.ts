const liftedAfterPx = 50
const hiddenAfterPx = 100
/** Less than this is a trembling finger, not a direction. */
const trembleMaxPx = 4
const markAloneAfter = 0.8

/** What the bar shows at a place of the page; `was` is the place before. */
export function barAt(y: number, was: number, viewport: number, wasHidden: boolean) {
  const turned = Math.abs(y - was) >= trembleMaxPx
  return {
    isLifted: y > liftedAfterPx,
    isHidden: y > hiddenAfterPx && (turned ? y > was : wasHidden),
    markAlone: y > viewport * markAloneAfter,
  }
}

/** The bar goes on the way down and comes back on the way up; past the first screen its logo is the mark alone. */
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

/** A menu that was chosen from, left, or dismissed is closed. */
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
