/** One measured ratio: ours against a peer that does the same work in the same run. */
export type Finding = {
  what: string
  ours: string
  peer: string
  /** Ours divided by the peer's where more is better, so that 1 is a tie. */
  ratio: number | null
  goal: string
  met: boolean | null
}

export type Bench = {
  title: string
  /** @param asked `isLong`: whether `--long` was given, for whoever has the time */
  run: (asked: { isLong: boolean }) => Promise<Finding[]>
  /** The bounds of it that no other work on the machine changes, for `--short`: a test holds it to them. */
  short?: () => Promise<Finding[]>
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]]
  if (low === undefined || high === undefined) throw new Error('nothing was measured')
  return (low + high) / 2
}

/** Runs two contestants by turns, so that whatever else the machine does hits both; the median of each. */
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
