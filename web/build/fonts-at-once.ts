/** The built files of the letters that a page is written in from its first moment, here and without a network. */
export const fontsAtOnce = /(hyperlegible-next|literata)-latin-wght-normal-[\w-]+\.woff2$/
