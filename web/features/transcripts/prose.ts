/** How the words of an interview are set: a book's face, at a measure one reads with ease. */
export const proseStyle = 'font-story text-[1.25rem] leading-[1.65] max-w-[66ch] w-full'
