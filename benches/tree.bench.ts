import { type Bench, type Finding, median } from './bench.ts'
import { type GeneratedFamily, generateFamily } from './generated-family.ts'
import { elkLayered, familyChart, type LayoutPeer, ours, relativesTree } from './peers/tree-layouts.ts'
import { crossingsOf } from './tree-quality.ts'

const SIZES = [
  { people: 1_000, rounds: 5 },
  { people: 10_000, rounds: 5 },
]
/** Beyond this one run takes too long to be repeated: it is measured once. */
const SLOW_MS = 3_000
const MOST_MS = 40

/** Our layout of generated families beside that of the libraries: time, who is placed, which lines cross. */
export const bench: Bench = {
  title: 'family trees laid out, the same families for everybody; medians by turns, slow libraries once',
  run: async () => {
    const peers = [await relativesTree(), await familyChart(), elkLayered]
    const findings: Finding[] = []
    for (const { people, rounds } of SIZES) {
      const family = generateFamily(people)
      // The libraries draw what hangs on one person: the founder's tree is the largest they can be given.
      const root = family.people[0]?.id ?? ''
      const results = await measure([ours, ...peers], family, root, rounds)
      const [own, ...others] = results
      if (!own) continue
      findings.push(...others.map((other) => compare(people, own, other)))
    }
    return findings
  },
}

type Result = { name: string; ms: number; placed: number; crossings: number }

async function measure(
  peers: LayoutPeer[],
  family: GeneratedFamily,
  root: string,
  rounds: number,
): Promise<Result[]> {
  const times = new Map<string, number[]>(peers.map((peer) => [peer.name, []]))
  const results = new Map<string, Result>()
  for (const peer of peers) {
    const started = performance.now()
    const placed = await peer.layout(family, root)
    const ms = performance.now() - started
    times.get(peer.name)?.push(ms)
    // A graph layout draws people as it likes; crossings are counted among those who were placed.
    const crossings = crossingsOf(placed, family.lines)
    results.set(peer.name, { name: peer.name, ms, placed: placed.size, crossings })
  }
  for (let round = 1; round < rounds; round += 1) {
    for (const peer of peers) {
      if ((times.get(peer.name)?.[0] ?? 0) > SLOW_MS) continue
      const started = performance.now()
      await peer.layout(family, root)
      times.get(peer.name)?.push(performance.now() - started)
    }
  }
  return [...results.values()].map((result) => ({ ...result, ms: median(times.get(result.name) ?? []) }))
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
