import { stat } from 'node:fs/promises'

const STARTING_MS = 60_000
/** A quarter of the speed of the slowest copy measured on two old cores. */
const BYTES_PER_MS = 15_000

/** How long a tool may work on a file before it counts as stuck, in milliseconds. */
export async function workTimeMs(input: string): Promise<number> {
  const { size } = await stat(input)
  return STARTING_MS + Math.ceil(size / BYTES_PER_MS)
}

/** The most processor time that any work on a file may take, in seconds. */
export const CPU_SECONDS_MAX = 7_200
/**
 * What encoding may take whatever the size, and the bytes that earn a second more. DV has 3.6 MB for each second that is watched, a
 * DVD 0.5, MPEG-1 0.2, and none takes longer than that second; films of fewer bytes have small pictures, drawn much faster.
 */
const ENCODING = { startingSeconds: 600, bytesPerSecond: 100_000 }

/** How long a film may be drawn anew: in processor time, and beyond `workTimeMs` in that of a machine that does much else. */
export function encodingTime(size: number): { cpuSeconds: number; moreMs: number } {
  const earned = Math.ceil(size / ENCODING.bytesPerSecond)
  const cpuSeconds = Math.min(CPU_SECONDS_MAX, ENCODING.startingSeconds + earned)
  return { cpuSeconds, moreMs: 4 * 1_000 * cpuSeconds }
}
