import { ArchiveError } from './archive-error.ts'

/**
 * How many JSON values one row, or an archive's description of itself, may hold: three times those of the longest talk in one row.
 */
export const ROW_VALUES_MAX = 250_000

const signs = new Set([...'{[,'].map((sign) => sign.charCodeAt(0)))

/**
 * Parses JSON from an archive unless it holds more than `most` values. The values are counted before parsing, by the signs that can
 * precede one, even inside texts: parsed, two characters can take fifty bytes of memory, and a server that runs out of memory goes
 * down for everybody.
 *
 * @throws ArchiveError too_large, SyntaxError
 */
export function boundedJson(text: string, most: number, path: string): unknown {
  let values = 0
  for (let at = 0; at < text.length; at += 1) if (signs.has(text.charCodeAt(at))) values += 1
  if (values > most) throw new ArchiveError('too_large', path)
  return JSON.parse(text)
}
