/**
 * How much larger than usual somebody has set the letters of all pages: 1 where nothing was changed. For what is laid out in
 * pixels and has words in it.
 */
export const textScale = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
