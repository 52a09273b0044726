import { cutText } from '#contract/cut-text.ts'

/**
 * Prepares text that people typed for a mail's subject or sentences. Without line breaks it can neither begin another header nor pass
 * for a paragraph of ours; text longer than `most` is truncated.
 */
export const oneLine = (text: string, most = 200): string => cutText(text.replace(/\s+/g, ' ').trim(), most)
