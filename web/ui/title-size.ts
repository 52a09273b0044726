/** In letters; what is longer is a sentence rather than a name. */
const LONG = 80

/** How large the title of a page is set that somebody wrote: in the largest letters 200 of them fill a phone's screen. */
export const titleSize = (title: string): string =>
  title.length > LONG ? 'text-xl sm:text-2xl' : 'text-2xl sm:text-3xl'
