/**
 * Many people press everything twice, as they once learnt for the icons of a desktop. The second press would close the menu that
 * the first has opened, turn the switch back, take the row that has moved up, or answer the question that has just appeared. A
 * double press therefore counts once, but for what carries `data-repeat`: steps, of which one makes several in a row. With
 * `data-repeat="after-double"`, where a step too far is noticed too late, a double press is one step and each further press another.
 */
const pressable =
  'button, a[href], label, summary, [role^=menuitem], [role=option], input[type=checkbox], input[type=radio]'

/**
 * How soon after another, in milliseconds, and how near to it, in pixels, a press of finger or mouse belongs to it. Pages are not
 * told the interval that the person has set; this is the longest that Windows offers, and whoever has set it needs it.
 */
const soon = 900
const near = 16

let last = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 }
const seconds = new WeakSet<Event>()

/** Whether this `pointerdown` is the second of a double press. */
export const isSecondPress = (event: Event): boolean => seconds.has(event)

/** For what Radix closes when something beside it is pressed: the second of the presses that opened it does not. */
export function keepOpen(event: CustomEvent<{ originalEvent: PointerEvent }>): void {
  if (isSecondPress(event.detail.originalEvent)) event.preventDefault()
}

/** @param count the how many-eth of presses in a row it is */
function isStep(pressed: Element, count: number): boolean {
  const repeats = pressed.closest('[data-repeat]')?.getAttribute('data-repeat') ?? null
  return repeats !== null && (repeats !== 'after-double' || count > 2)
}

/** Has every double press in the document count once; asked once, when the app starts. */
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
      // Browsers count presses that belong together, by what the person has set for that; keys count as 0.
      if (event.detail < 2 || !(event.target instanceof Element)) return
      const pressed = event.target.closest(pressable)
      if (pressed === null || isStep(pressed, event.detail)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
