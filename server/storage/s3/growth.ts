/**
 * One write to an object that grows. A store that cannot append keeps each write as a small object of its own, beside the whole
 * object where there is one. A reader gets the whole object with the pieces laid over it in the order of their stamps.
 */
export type Piece = { end: number; size: number; stamp: number; digest: string }

/**
 * Where some bytes can be read. `from` is their place in the piece, or in the whole object where `piece` is null; `at` is their
 * place in the object that grows.
 */
export type Stretch = { at: number; size: number; from: number; piece: Piece | null }

/** No piece is longer than this, so that a search for the pieces that reach into a range knows how far it has to look. */
export const PIECE_BYTES_MAX = 8 * 1024 * 1024

const LAST_PLACE = 999_999_999_999_999
const NAME = /^(\d{15})-(\d{1,7})-(\d{1,15})-([0-9a-f]{64})$/

/**
 * Names a piece so that listings sort pieces by their end, the furthest first: the size of a growing object is then in the first
 * name.
 */
export function nameOf({ end, size, stamp, digest }: Piece): string {
  return `${backwards(end)}-${size}-${stamp}-${digest}`
}

/** The name after which a listing has to start so that it begins with the pieces that end at `end`. */
export function beforePiecesEndingAt(end: number): string {
  return backwards(Math.min(end, LAST_PLACE))
}

export function pieceOf(name: string): Piece | null {
  const [, place, size, stamp, digest] = NAME.exec(name) ?? []
  if (digest === undefined) return null
  return { end: LAST_PLACE - Number(place), size: Number(size), stamp: Number(stamp), digest }
}

function backwards(end: number): string {
  return String(LAST_PLACE - end).padStart(15, '0')
}

type Whole = { size: number; stamp: number }

/**
 * Lays pieces over a whole object, the later over the earlier, and returns the stretches that make up `[start, end)`. They end
 * where a hole begins. A piece whose stamp is not later than that of the whole object is left out: the whole object contains it
 * already, or a process wrote it too late.
 */
export function layOut(whole: Whole | null, pieces: Piece[], start: number, end: number): Stretch[] {
  let laid: Stretch[] = whole && whole.size > 0 ? [{ at: 0, size: whole.size, from: 0, piece: null }] : []
  const stamp = whole?.stamp ?? 0
  for (const piece of pieces.filter((one) => one.stamp > stamp).sort((a, b) => a.stamp - b.stamp)) {
    laid = lay(laid, { at: piece.end - piece.size, size: piece.size, from: 0, piece })
  }
  return unbroken(
    laid.flatMap((stretch) => cut(stretch, start, end)),
    start,
  )
}

function lay(laid: Stretch[], over: Stretch): Stretch[] {
  const end = over.at + over.size
  const last = laid.at(-1)
  if (!last || last.at + last.size <= over.at) {
    laid.push(over)
    return laid
  }
  const before = laid.flatMap((stretch) => cut(stretch, 0, over.at))
  const after = laid.flatMap((stretch) => cut(stretch, end, Number.POSITIVE_INFINITY))
  return [...before, over, ...after]
}

function cut(stretch: Stretch, start: number, end: number): Stretch[] {
  const at = Math.max(stretch.at, start)
  const size = Math.min(stretch.at + stretch.size, end) - at
  return size > 0 ? [{ ...stretch, at, size, from: stretch.from + at - stretch.at }] : []
}

function unbroken(stretches: Stretch[], start: number): Stretch[] {
  let reached = start
  const whole: Stretch[] = []
  for (const stretch of stretches) {
    if (stretch.at !== reached) break
    whole.push(stretch)
    reached += stretch.size
  }
  return whole
}
