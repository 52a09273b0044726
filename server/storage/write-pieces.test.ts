import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdtemp, open, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { writePieces } from './write-pieces.ts'

const MIB = 1024 * 1024
const piecesOf = (...sizes: number[]) => sizes.map((size) => randomBytes(size))

/** Writes into a new file; returns what the file holds then, and the bytes and pieces of each system call. */
async function written(pieces: Uint8Array[], takes = Number.POSITIVE_INFINITY) {
  const path = join(await mkdtemp(join(tmpdir(), 'kinora-pieces-')), 'file')
  const file = await open(path, 'w')
  const writev: FileHandle['writev'] = file.writev.bind(file)
  const calls = vi.spyOn(file, 'writev').mockImplementation((given, at) => writev(given.slice(0, takes), at))
  const count = await writePieces(file, 0, pieces)
  await file.close()
  const asked = calls.mock.calls.map(([given]) => ({
    pieces: given.length,
    bytes: given.reduce((sum, piece) => sum + piece.byteLength, 0),
  }))
  return { count, bytes: await readFile(path), asked }
}

it('writes pieces of any size whole and in order', async () => {
  const pieces = piecesOf(70_000, 0, 1, 2 * MIB, 64, MIB, MIB, 12_345)

  const { count, bytes } = await written(pieces)

  expect(count).toBe(bytes.length)
  expect(bytes.equals(Buffer.concat(pieces))).toBe(true)
})

it('offers again what the system did not take', async () => {
  const pieces = piecesOf(10, 20, 30, 40)

  const { bytes, asked } = await written(pieces, 1)

  expect(bytes.equals(Buffer.concat(pieces))).toBe(true)
  expect(asked.map((call) => call.pieces)).toEqual([4, 3, 2, 1])
})

it('gives the system no more than a MiB at a time, but for a piece that is larger by itself', async () => {
  const { asked } = await written(piecesOf(...Array<number>(40).fill(65_536), 3 * MIB))

  expect(asked.map((call) => call.bytes)).toEqual([MIB, MIB, 8 * 65_536, 3 * MIB])
})

it('gives the system no more than 512 pieces at a time, however small', async () => {
  const { asked } = await written(piecesOf(...Array<number>(1_100).fill(1)))

  expect(asked.map((call) => call.pieces)).toEqual([512, 512, 76])
})
