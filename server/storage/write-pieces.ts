import type { FileHandle } from 'node:fs/promises'

/** Below the system's limit for one writev (IOV_MAX, 1024 on Linux). */
const PIECES_AT_ONCE = 512

/**
 * At most this much in one call. On a virtual machine a larger call took longer than everything else, probably because Linux then
 * keeps it in pages of 2 MiB, which the host has to allocate anew (docs/decisions/013).
 */
export const BYTES_AT_ONCE = 1024 * 1024

/**
 * Writes many pieces at an offset in few system calls; resolves to the number of bytes written. A call may take less than it was
 * given: the rest is offered again.
 */
export async function writePieces(file: FileHandle, offset: number, pieces: Uint8Array[]): Promise<number> {
  let position = offset
  let left = pieces.filter((piece) => piece.length > 0)
  while (left.length > 0) {
    const { bytesWritten } = await file.writev(firstOf(left), position)
    position += bytesWritten
    left = dropBytes(left, bytesWritten)
  }
  return position - offset
}

/** As many pieces as one call takes, but at least one. */
function firstOf(pieces: Uint8Array[]): Uint8Array[] {
  let size = 0
  const end = pieces.findIndex((piece, index) => {
    size += piece.length
    return index > 0 && (size > BYTES_AT_ONCE || index === PIECES_AT_ONCE)
  })
  return end === -1 ? pieces : pieces.slice(0, end)
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
