import { ArchiveError } from './archive-error.ts'

/** Of one row, or of what an archive says of itself: three times what the longest talk has in one. */
export const ROW_VALUES_MAX = 250_000

const signs = new Set([...'{[,'].map((sign) => sign.charCodeAt(0)))

/**
 * JSON from an archive, unless it holds more values than `most`. They are counted by the signs that stand before each of them, also
 * within texts, before anything is made of them: two letters can become fifty bytes, and a server without memory ends for
 * everybody.
 * @throws ArchiveError too_large, SyntaxError
 */
export function boundedJson(text: string, most: number, path: string): unknown {
  let values = 0
  for (let at = 0; at < text.length; at += 1) if (signs.has(text.charCodeAt(at))) values += 1
  if (values > most) throw new ArchiveError('too_large', path)
  return JSON.parse(text)
}
