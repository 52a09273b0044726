import { sha256Of } from './sha256.ts'

/**
 * A UUIDv7 (RFC 9562) whose random part is derived from a name: the same time and name always give the same id, so that making a
 * thing again finds the one that exists.
 * @param time its first 48 bits as a UUID writes them, `01941f29-7c00`, by which rows are ordered
 */
export function namedUuid(time: string, name: string): string {
  const hash = sha256Of(name)
  const variant = (Number.parseInt(hash.slice(3, 4), 16) & 3) | 8
  return `${time}-7${hash.slice(0, 3)}-${variant.toString(16)}${hash.slice(4, 7)}-${hash.slice(7, 19)}`
}
