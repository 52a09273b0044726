/** A box to be written, as a list of buffers that are never joined, because tables are large. */
export type Parts = Buffer[]

export function box(type: string, ...parts: Parts): Parts {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(8 + lengthOf(parts))
  header.write(type, 4, 'latin1')
  return [header, ...parts]
}

/** A box that begins with a version and flags. */
export function versionedBox(type: string, version: number, flags: number, ...parts: Parts): Parts {
  return box(type, u32(((version << 24) | flags) >>> 0), ...parts)
}

export function lengthOf(parts: Parts): number {
  return parts.reduce((sum, part) => sum + part.length, 0)
}

export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}

export function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
