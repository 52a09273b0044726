import type { Finding } from './bench.ts'

/** A bound that a bench states, and whether it was met; for a bench that failed, `measured` says why. */
export type Verdict = { bench: string; what: string; bound: string; measured: string; isHeld: boolean }

/** The verdicts on those findings that have a bound; other findings are mere figures, or could not be measured on this machine. */
export function verdictsOf(bench: string, findings: Finding[]): Verdict[] {
  return findings.flatMap(({ what, ours, ratio, goal, met }) =>
    met === null ? [] : [{ bench, what, bound: goal, measured: measuredAs(ours, ratio), isHeld: met }],
  )
}

/** A bench that failed counts as a missed bound. */
export function brokenOff(bench: string, error: unknown): Verdict {
  const measured = error instanceof Error ? error.message : String(error)
  return { bench, what: 'runs to its end', bound: '', measured, isHeld: false }
}

const measuredAs = (ours: string, ratio: number | null) =>
  ratio === null ? ours : `${ratio.toFixed(2)} (${ours})`

/** All bounds as a table, with the number of missed ones in the last line. */
export function tableOf(verdicts: Verdict[]): string {
  const rows = [
    ['bench', 'what', 'bound', 'measured', ''],
    ...verdicts.map((one) => [one.bench, one.what, one.bound, one.measured, one.isHeld ? 'held' : 'MISSED']),
  ]
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((cell, at) => Math.max(most[at] ?? 0, cell.length)),
    [],
  )
  const lines = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const missed = verdicts.filter(({ isHeld }) => !isHeld).length
  const said = missed === 0 ? 'all held' : `${missed} missed`
  return [...lines, `${verdicts.length} bounds, ${said}`].join('\n')
}
