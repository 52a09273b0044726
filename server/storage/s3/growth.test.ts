import fc from 'fast-check'
import { expect, it } from 'vitest'
import { layOut, nameOf, type Piece, pieceOf } from './growth.ts'

const digest = 'a'.repeat(64)

it('a name says all of its piece, and names sort by where pieces end, the furthest first', () => {
  const piece: Piece = { end: 330_000, size: 110_000, stamp: 1_795_000_000_000, digest }
  const names = [0, 9, 10, 330_000, 2_000_000_000_000].map((end) => nameOf({ ...piece, end }))

  expect(pieceOf(nameOf(piece))).toEqual(piece)
  expect([...names].sort()).toEqual(names.toReversed())
  expect(pieceOf('something-else')).toBeNull()
})

/** What a disk would hold after the same writes. */
function asOnDisk(whole: number, writes: { at: number; size: number }[]): number[] {
  const bytes: number[] = Array(whole).fill(-1)
  for (const [index, { at, size }] of writes.entries()) {
    for (let place = at; place < at + size; place += 1) bytes[place] = index
  }
  return bytes
}

it('reads what a disk would hold after the same writes, whatever they overlap', () => {
  const write = fc.record({ back: fc.nat(12), size: fc.integer({ min: 1, max: 12 }) })
  fc.assert(
    fc.property(
      fc.nat(20),
      fc.array(write, { maxLength: 12 }),
      fc.nat(30),
      fc.nat(40),
      (size, given, start, length) => {
        let reached = size
        const writes = given.map(({ back, size: bytes }) => {
          const at = Math.max(0, reached - back)
          reached = Math.max(reached, at + bytes)
          return { at, size: bytes }
        })
        const pieces = writes.map(({ at, size: bytes }, index) => ({
          end: at + bytes,
          size: bytes,
          stamp: 10 + index,
          digest,
        }))
        const late = { end: 5, size: 5, stamp: 3, digest }
        const end = Math.min(start + length, reached)

        const laid = layOut({ size, stamp: 3 }, [late, ...pieces].toReversed(), start, end)

        const read = laid.flatMap((stretch) =>
          Array.from({ length: stretch.size }, () => (stretch.piece ? stretch.piece.stamp - 10 : -1)),
        )
        expect(read).toEqual(asOnDisk(size, writes).slice(start, Math.max(start, end)))
        for (const { at, from, piece } of laid) if (piece) expect(from).toBe(at - (piece.end - piece.size))
      },
    ),
    { numRuns: 500 },
  )
})

it('ends where a hole begins', () => {
  const pieces: Piece[] = [
    { end: 4, size: 4, stamp: 1, digest },
    { end: 9, size: 3, stamp: 2, digest },
  ]

  expect(layOut(null, pieces, 0, 9)).toMatchObject([{ at: 0, size: 4 }])
  expect(layOut(null, pieces, 5, 9)).toEqual([])
})
