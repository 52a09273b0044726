/**
 * Many people double-click everything, as they once learnt for desktop icons. The second press would close the menu that the first has
 * opened, turn a switch back, hit the row that has moved up, or answer the question that has just appeared. So a double press counts
 * once, except on controls with `data-repeat`, which are pressed repeatedly to go several steps. With `data-repeat="after-double"`,
 * for steps where one too many is noticed too late, a double press is one step, and each further press is another.
 */
const pressable =
  'button, a[href], label, summary, [role^=menuitem], [role=option], input[type=checkbox], input[type=radio]'

/**
 * A press counts as the second of a double press if it is at most this long after the first, in milliseconds, and this near to it, in
 * pixels. Pages cannot read the interval that the person has set; this is the longest that Windows offers, for people who need it.
 */
const soon = 900
const near = 16

let last = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 }
const seconds = new WeakSet<Event>()

/** Whether this `pointerdown` is the second of a double press. */
export const isSecondPress = (event: Event): boolean => seconds.has(event)

/** For things that Radix closes on a press outside: the second press of the double press that opened them must not close them. */
export function keepOpen(event: CustomEvent<{ originalEvent: PointerEvent }>): void {
  if (isSecondPress(event.detail.originalEvent)) event.preventDefault()
}

/** @param count which press of a series of quick presses it is, from 1 */
function isStep(pressed: Element, count: number): boolean {
  const repeats = pressed.closest('[data-repeat]')?.getAttribute('data-repeat') ?? null
  return repeats !== null && (repeats !== 'after-double' || count > 2)
}

/** Makes every double press in the document count once; to be called once, when the app starts. */
export function countDoublePressesOnce(): void {
  document.addEventListener(
    'pointerdown',
    (event) => {
      const { timeStamp: at, clientX: x, clientY: y } = event
      if (at - last.at < soon && Math.hypot(x - last.x, y - last.y) < near) seconds.add(event)
      last = { at, x, y }
    },
    { capture: true },
  )
  document.addEventListener(
    'click',
    (event) => {
      // `detail` is the browser's count of presses that belong together, by the interval that the person has set; for keys it is 0.
      if (event.detail < 2 || !(event.target instanceof Element)) return
      const pressed = event.target.closest(pressable)
      if (pressed === null || isStep(pressed, event.detail)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
