/** How long a toast is shown, and how long at most: see `goesAfter`. */
const usual = { shownMs: 4_000, mostMs: 12_000 }

const TICK_MS = 250

/**
 * Ends a toast once it has been shown for about four seconds. They are counted in small steps: of a time in which the machine stood
 * still, and in which nobody could read anything, only one step counts. By a single timer a toast was gone before it was drawn.
 *
 * A toast stays while `isHeld`, as while the mouse rests on it. But often the mouse rests there because of a button below, which can be
 * pressed only once the toast has gone; so after twelve seconds it goes in any case.
 */
export function goesAfter(isHeld: () => boolean, go: () => void, { shownMs, mostMs } = usual): void {
  let shown = 0
  let all = 0
  const ticking = setInterval(() => {
    all += TICK_MS
    if (!isHeld()) shown += TICK_MS
    if (shown < shownMs && all < mostMs) return
    clearInterval(ticking)
    go()
  }, TICK_MS)
}
