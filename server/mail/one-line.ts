import { cutText } from '#contract/cut-text.ts'

/**
 * What people typed, for a mail's subject or within its sentences: it stays on its line, where it can neither begin another
 * header nor look like a paragraph of ours, and is cut where a mail would get unwieldy.
 */
export const oneLine = (text: string, most = 200): string => cutText(text.replace(/\s+/g, ' ').trim(), most)
