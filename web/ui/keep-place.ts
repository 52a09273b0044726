import { offerFocus } from './offer-focus.ts'
import { focusHeading } from './use-opener.ts'

/** What may stand for the place where something was: a row beside it, or the part of the page around it. */
const rows = 'li, article, tr'
const parts = 'section[aria-label], section[aria-labelledby], fieldset, [role=tabpanel], [role=dialog], main'

/** Dialogs and menus give the focus back a moment after they have gone, and editors take it. */
const SETTLED_MS = 60

/**
 * What has the focus may go: a row that was restored, a button that was done with. Browsers then give the focus to nothing, a screen
 * reader begins anew at the top of the page, and in some browsers so does Tab. Where nobody else gives it on, it goes to the row
 * that has moved up, or to the part of the page that it was in: not to a button, which a second Enter would press.
 */
export function keepPlace(): void {
  let last: Element | null = null
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : null
  })
  document.addEventListener('focusout', () =>
    queueMicrotask(() => {
      // Whoever presses beside everything has left by themselves.
      if (last?.isConnected && document.activeElement === document.body) last = null
    }),
  )
  new MutationObserver((changes) => {
    const gone = last
    if (gone === null || gone.isConnected) return
    last = null
    const change = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)))
    if (change) setTimeout(() => takePlace(change), SETTLED_MS)
  }).observe(document.body, { childList: true, subtree: true })
}

function takePlace({ target, nextSibling, previousSibling }: MutationRecord): void {
  if (document.activeElement !== document.body) return
  const place = [nextSibling, previousSibling].find(isRow) ?? partAround(target)
  if (place === null || place.tagName === 'MAIN') return void focusHeading()
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  }
  place.dataset.keepsPlace = ''
  place.addEventListener('blur', () => void delete place.dataset.keepsPlace, { once: true })
  offerFocus(place)
}

const isRow = (node: Node | null): node is HTMLElement =>
  node instanceof HTMLElement && node.isConnected && node.matches(rows)

const partAround = (node: Node): HTMLElement | null =>
  node instanceof Element && node.isConnected ? node.closest<HTMLElement>(parts) : null
