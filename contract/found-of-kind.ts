/**
 * How many people, questions and storybooks a search brings at most, of each the likeliest ones. In a file of its own, because a page
 * that needs it need not load zod.
 */
export const foundOfKind = 4
