import type { ByteRange } from '../../storage/storage.ts'

/**
 * Reads which range a Range header asks for, of a representation of `size` bytes (RFC 9110, 14.1.2). Null means the
 * whole: several ranges, other units and malformed headers are answered with the whole, as 14.2 allows.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '')
  if (!match) return null

  const [, first = '', last = ''] = match
  if (first === '') return last === '' ? null : lastBytes(Number(last), size)

  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

function lastBytes(count: number, size: number): ByteRange | 'unsatisfiable' {
  if (count === 0 || size === 0) return 'unsatisfiable'
  return { start: Math.max(0, size - count), end: size - 1 }
}
