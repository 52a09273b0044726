import type { MiddlewareHandler } from 'hono'

/** Upper bounds of the histogram's buckets in seconds; requests for a chunk or a page fall into the first ones. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Histogram = { counts: number[]; sum: number; total: number }

/** One value, or one per `state`; null when there is nothing to measure. */
export type Reading = number | Record<string, number> | null
type ReadGauge = () => Reading | Promise<Reading>

export type Metrics = {
  /** Counts and times every request by method, area and status. */
  middleware: MiddlewareHandler
  /** Adds a gauge that is read when metrics are requested. If reading it fails, only this gauge is left out. */
  gauge: (name: string, help: string, read: ReadGauge) => void
  /** Everything in the Prometheus text format, version 0.0.4. */
  write: () => Promise<string>
}

export function createMetrics(): Metrics {
  const requests = new Map<string, Histogram>()
  const gauges = new Map<string, { help: string; read: ReadGauge }>()

  return {
    gauge: (name, help, read) => gauges.set(name, { help, read }),
    middleware: async (c, next) => {
      const started = performance.now()
      await next()
      const labels = `method="${c.req.method}",area="${areaOf(c.req.path)}",status="${c.res.status}"`
      observe(requests, labels, (performance.now() - started) / 1000)
    },
    write: async () => {
      const written = await Promise.all([...gauges].map(([name, gauge]) => writeGauge(name, gauge)))
      return `${[...writeRequests(requests), ...written.flat()].join('\n')}\n`
    },
  }
}

/** A few areas instead of paths, because ids in labels would create a new time series for every story. */
function areaOf(path: string): string {
  const [first] = path.split('/').filter(Boolean)
  return first !== undefined && ['rpc', 'api', 'auth', 'media', 'health', 'metrics'].includes(first)
    ? first
    : 'web'
}

function observe(requests: Map<string, Histogram>, labels: string, seconds: number): void {
  const histogram = requests.get(labels) ?? { counts: BOUNDS.map(() => 0), sum: 0, total: 0 }
  requests.set(labels, histogram)
  histogram.sum += seconds
  histogram.total += 1
  BOUNDS.forEach((bound, index) => {
    if (seconds <= bound) histogram.counts[index] = (histogram.counts[index] ?? 0) + 1
  })
}

function writeRequests(requests: Map<string, Histogram>): string[] {
  const name = 'kinora_http_request_seconds'
  const lines = [`# HELP ${name} Time to answer, in seconds.`, `# TYPE ${name} histogram`]
  for (const [labels, { counts, sum, total }] of requests) {
    counts.forEach((count, index) => {
      lines.push(`${name}_bucket{${labels},le="${BOUNDS[index]}"} ${count}`)
    })
    lines.push(`${name}_bucket{${labels},le="+Inf"} ${total}`)
    lines.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${total}`)
  }
  return lines
}

async function writeGauge(
  name: string,
  { help, read }: { help: string; read: ReadGauge },
): Promise<string[]> {
  const reading = await Promise.resolve()
    .then(read)
    .catch(() => null)
  if (reading === null) return []

  const values =
    typeof reading === 'number'
      ? [`${name} ${reading}`]
      : Object.entries(reading).map(([state, value]) => `${name}{state="${state}"} ${value}`)
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...values]
}
