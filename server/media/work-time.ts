import { stat } from 'node:fs/promises'

const STARTING_MS = 60_000
/** A quarter of the speed of the slowest copy measured on two old cores. */
const BYTES_PER_MS = 15_000

/** How long a tool may work on a file before it counts as stuck, in milliseconds. */
export async function workTimeMs(input: string): Promise<number> {
  const { size } = await stat(input)
  return STARTING_MS + Math.ceil(size / BYTES_PER_MS)
}
