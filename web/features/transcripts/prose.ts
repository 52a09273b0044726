/** The typography of an interview: a book typeface at a comfortable line length. */
export const proseStyle = 'font-story text-[1.25rem] leading-[1.65] max-w-[66ch] w-full'
