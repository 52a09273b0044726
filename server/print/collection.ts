/**
 * The faces that a font file holds, by their PostScript names. A collection (TTC, OTC) holds several, and a PDF needs the name of
 * the one to use; any other file is a single face and yields null.
 *
 * @see https://learn.microsoft.com/typography/opentype/spec/otff#font-collections
 */
export function facesIn(file: Buffer): string[] | null {
  if (file.toString('latin1', 0, 4) !== 'ttcf') return null
  const count = Math.min(file.readUInt32BE(8), 64)
  return Array.from({ length: count }, (_, index) => nameOf(file, file.readUInt32BE(12 + 4 * index))).filter(
    (name) => name !== undefined,
  )
}

const POSTSCRIPT_NAME = 6
const WINDOWS = 3

function nameOf(file: Buffer, directory: number): string | undefined {
  const tables = file.readUInt16BE(directory + 4)
  for (let at = directory + 12; at < directory + 12 + 16 * tables; at += 16) {
    if (file.toString('latin1', at, at + 4) === 'name') return postscriptName(file, file.readUInt32BE(at + 8))
  }
  return undefined
}

function postscriptName(file: Buffer, table: number): string | undefined {
  const records = file.readUInt16BE(table + 2)
  const texts = table + file.readUInt16BE(table + 4)
  for (let at = table + 6; at < table + 6 + 12 * records; at += 12) {
    if (file.readUInt16BE(at + 6) !== POSTSCRIPT_NAME) continue
    const from = texts + file.readUInt16BE(at + 10)
    const text = Buffer.from(file.subarray(from, from + file.readUInt16BE(at + 8)))
    return file.readUInt16BE(at) === WINDOWS ? text.swap16().toString('utf16le') : text.toString('latin1')
  }
  return undefined
}
