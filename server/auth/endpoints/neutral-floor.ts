/** Longer than any of the ways that a sign-up can go. */
const neutralMs = 250

/** Resolves when an answer may be given that must not tell by its time what was done for it. Ask before the work. */
export function neutralFloor(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, neutralMs))
}
