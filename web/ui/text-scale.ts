/**
 * How much larger than the default the browser's text size is set: 1 where it was not changed. For layouts in pixels that contain
 * text.
 */
export const textScale = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
