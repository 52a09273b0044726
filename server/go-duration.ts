const unitMs: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 }

/** Parses a duration in Go's notation, `24h` or `1h30m`, into milliseconds; null if it is not one. */
export function readGoDuration(text: string): number | null {
  if (!/^(\d+(\.\d+)?(h|ms|m|s))+$/.test(text)) return null
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)]
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (unitMs[unit ?? ''] ?? 0), 0)
}
