/** In characters; a longer title is a sentence rather than a name. */
const LONG = 80

/** The text size for a title that somebody wrote: at the largest size, 200 characters fill a phone's screen. */
export const titleSize = (title: string): string =>
  title.length > LONG ? 'text-xl sm:text-2xl' : 'text-2xl sm:text-3xl'
