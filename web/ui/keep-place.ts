import { offerFocus } from './offer-focus.ts'
import { focusHeading } from './use-opener.ts'

/** Elements that can take the focus in place of a removed one: a neighbouring row, or the part of the page around it. */
const rows = 'li, article, tr'
const parts = 'section[aria-label], section[aria-labelledby], fieldset, [role=tabpanel], [role=dialog], main'

/** How long to wait: dialogs and menus return the focus shortly after they have closed, and editors take it. */
const SETTLED_MS = 60

/**
 * The focused element may be removed from the page: a row that was restored, a button that has served its purpose. Browsers then move
 * the focus to the body, a screen reader starts again at the top of the page, and in some browsers so does Tab. If nothing else takes
 * the focus, it goes to the row that moved up, or to the part of the page around it: not to a button, which a second Enter would press.
 */
export function keepPlace(): void {
  let last: Element | null = null
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : null
  })
  document.addEventListener('focusout', () =>
    queueMicrotask(() => {
      // The focus left an element that is still there, because somebody pressed beside everything: nothing to replace.
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
