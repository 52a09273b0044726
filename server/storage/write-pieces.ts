import type { FileHandle } from 'node:fs/promises'

/** Below the system's limit for one writev (IOV_MAX, 1024 on Linux). */
const PIECES_AT_ONCE = 512

/**
 * One call to the system for many pieces, at an offset; answers with the bytes written. It may take less than it was
 * given: the rest is offered again.
 */
export async function writePieces(file: FileHandle, offset: number, pieces: Uint8Array[]): Promise<number> {
  let position = offset
  let left = pieces.filter((piece) => piece.length > 0)
  while (left.length > 0) {
    const { bytesWritten } = await file.writev(left.slice(0, PIECES_AT_ONCE), position)
    position += bytesWritten
    left = dropBytes(left, bytesWritten)
  }
  return position - offset
}

function dropBytes(pieces: Uint8Array[], count: number): Uint8Array[] {
  let rest = count
  let whole = 0
  for (const piece of pieces) {
    if (rest < piece.length) break
    rest -= piece.length
    whole += 1
  }
  const [torn, ...others] = pieces.slice(whole)
  return torn ? [torn.subarray(rest), ...others] : []
}
