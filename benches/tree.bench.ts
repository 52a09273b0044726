import { type GeneratedFamily, generateFamily } from '../server/testing/seed/generated-family.ts'
import { type Bench, type Finding, median } from './bench.ts'
import { elkLayered, familyChart, type LayoutPeer, ours, relativesTree } from './peers/tree-layouts.ts'
import { measurePanning } from './tree-panning.ts'
import { crossingsOf, type Point } from './tree-quality.ts'

const SIZES = [
  { people: 1_000, rounds: 5 },
  { people: 10_000, rounds: 5 },
]
/** Rounds before the measurement, until the code is compiled: Kinora's first takes five times as long as its sixth. */
const WARM_UPS = 5
/** A layout that takes longer than this is measured only once. */
const SLOW_MS = 3_000
const MOST_MS = 40

/** Kinora's layout of generated families against those of the libraries: time, people placed, lines that cross. */
export const bench: Bench = {
  title:
    'family trees laid out, the same families for everybody; medians by turns once warm, slow libraries once',
  run: async () => {
    const peers = [await relativesTree(), await familyChart(), elkLayered]
    const findings: Finding[] = []
    for (const { people, rounds } of SIZES) {
      const family = generateFamily(people)
      const results = await measure([ours, ...peers], family, rounds)
      const [own, ...others] = results
      if (!own) continue
      findings.push(...others.map((other) => compare(people, own, other)), cold(people, own))
    }
    return [...findings, ...(await measurePanning())]
  },
}

type Result = { name: string; firstMs: number; ms: number; placed: number; crossings: number }

async function measure(peers: LayoutPeer[], family: GeneratedFamily, rounds: number): Promise<Result[]> {
  const contestants: {
    peer: LayoutPeer
    root: string
    placed: number
    crossings: number
    times: number[]
  }[] = []
  for (const peer of peers) {
    const { root, placed, ms } = await bestRoot(peer, family)
    const crossings = crossingsOf(placed, family.lines)
    contestants.push({ peer, root, placed: placed.size, crossings, times: [ms] })
  }
  for (let round = 1; round < WARM_UPS + rounds; round += 1) {
    for (const { peer, root, times, placed } of contestants) {
      if (placed === 0 || (times[0] ?? 0) > SLOW_MS) continue
      const started = performance.now()
      await peer.layout(family, root)
      times.push(performance.now() - started)
    }
  }
  return contestants.map(({ peer, placed, crossings, times }) => ({
    name: peer.name,
    firstMs: times[0] ?? 0,
    ms: median(times.length > WARM_UPS ? times.slice(WARM_UPS) : times),
    placed,
    crossings,
  }))
}

/**
 * The libraries draw what is connected to one person, and one of them fails on some families: each is given the person, among the
 * founders and their children, for whom it draws the most people.
 */
async function bestRoot(peer: LayoutPeer, family: GeneratedFamily) {
  let best = { root: '', placed: new Map<string, Point>(), ms: 0 }
  for (const { id } of family.people.slice(0, peer === ours || peer === elkLayered ? 1 : 10)) {
    const started = performance.now()
    const placed = await peer.layout(family, id).catch(() => new Map<string, Point>())
    const ms = performance.now() - started
    if (placed.size > best.placed.size) best = { root: id, placed, ms }
    if (ms > SLOW_MS) break
  }
  return best
}

/** The time of the first layout in a process, as a visitor experiences it; reported without a goal. */
function cold(people: number, { firstMs }: Result): Finding {
  const ours = `${firstMs.toFixed(1)} ms`
  return {
    what: `${people} people, the first time in a process`,
    ours,
    peer: '',
    ratio: null,
    goal: '',
    met: null,
  }
}

function compare(people: number, own: Result, peer: Result): Finding {
  const share = (result: Result) => `${Math.round((100 * result.placed) / people)} %`
  return {
    what: `${people} people, ${peer.name}: placed ${share(own)} / ${share(peer)}, crossings ${own.crossings} / ${peer.crossings}`,
    ours: `${own.ms.toFixed(1)} ms`,
    peer: `${peer.ms.toFixed(0)} ms`,
    ratio: peer.ms / own.ms,
    goal: `everybody placed, under ${MOST_MS} ms`,
    met: own.placed === people && own.ms < MOST_MS,
  }
}
