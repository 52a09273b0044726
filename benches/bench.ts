/** One measured ratio: Kinora against a peer that does the same work in the same run. */
export type Finding = {
  what: string
  ours: string
  peer: string
  /**
   * Kinora's value divided by the peer's, so that 1 is a tie. Some benches that compare times invert it, so that more is better.
   */
  ratio: number | null
  goal: string
  met: boolean | null
}

export type Bench = {
  title: string
  /** @param asked `isLong`: whether `--long` was given, for a run that may take its time */
  run: (asked: { isLong: boolean }) => Promise<Finding[]>
  /** Only the bounds that other load on the machine does not affect, for `--short`; a test checks them. */
  short?: () => Promise<Finding[]>
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]]
  if (low === undefined || high === undefined) throw new Error('nothing was measured')
  return (low + high) / 2
}

/** Runs two contestants alternately, so that other load on the machine affects both; returns the median of each. */
export async function byTurns(
  rounds: number,
  ours: () => Promise<number>,
  peer: () => Promise<number>,
): Promise<{ ours: number; peer: number }> {
  const measured: { ours: number[]; peer: number[] } = { ours: [], peer: [] }
  for (let round = 0; round < rounds; round += 1) {
    measured.peer.push(await peer())
    measured.ours.push(await ours())
  }
  return { ours: median(measured.ours), peer: median(measured.peer) }
}

/** Megabytes a second, decimal. */
export async function rateOf(bytes: number, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return bytes / 1_000 / (performance.now() - started)
}

export const inMB = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
export const inMBs = (rate: number) => `${Math.round(rate)} MB/s`
