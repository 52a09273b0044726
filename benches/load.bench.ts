import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bench, type Finding, inMB } from './bench.ts'
import { type Answer, type Ask, actions, asking, type Person } from './load/actions.ts'
import { little, startInstance } from './load/instance.ts'

const CROWDS = [1, 50, 500]
/** The sizes at which the server reaches its limits. */
const LARGE_CROWDS = [...CROWDS, 1_000, 2_000]
/** The mean pause between two actions of a person; a pause lasts from half to one and a half times as long. */
const PAUSE_MS = 4000
const COST_TIMES = 60

/** Realistic sessions at once: how long people wait, and what each action costs. */
export const bench: Bench = {
  title:
    'people at once on a seeded instance, each doing something every four seconds, with a live stream open',
  run: async ({ isLong }) => {
    const instance = await startInstance()
    try {
      const crowds = isLong ? LARGE_CROWDS : CROWDS
      const people = await instance.people(Math.max(...crowds))
      const findings = await costs(instance, people)
      const forMs = isLong ? 120_000 : 20_000
      for (const crowd of crowds) findings.push(...(await visit(instance, people.slice(0, crowd), forMs)))
      return findings
    } finally {
      await instance.stop()
    }
  },
  /** Checks that every action is answered when a few people do it at once. */
  short: async () => {
    const instance = await startInstance(little)
    try {
      const people = await instance.people(8)
      const agent = new Agent({ keepAlive: true })
      const findings: Finding[] = []
      for (const [name, { run }] of Object.entries(actions)) {
        const answers = people.map((who) => run(asking(instance.origin, agent, who.token), who))
        const bad = (await Promise.all(answers)).filter((answer) => !isGood(answer)).length
        findings.push(failures(name, bad, answers.length))
      }
      agent.destroy()
      return [...findings, ...(await visit(instance, people, 5_000))]
    } finally {
      await instance.stop()
    }
  },
}

type Instance = Awaited<ReturnType<typeof startInstance>>

/** Processor time of server and database for one of each action, which other load on the machine does not affect. */
async function costs(instance: Instance, people: Person[]): Promise<Finding[]> {
  const agent = new Agent({ keepAlive: true })
  const findings: Finding[] = []
  for (const [name, { run }] of Object.entries(actions)) {
    for (const round of ['warm', 'measured']) {
      const before = { server: instance.server.processorMs(), database: instance.databaseTime() }
      for (let count = 0; count < COST_TIMES; count += 1) {
        const who = people[count % 20]
        if (who) await run(asking(instance.origin, agent, who.token), who)
      }
      if (round === 'warm') continue
      const server = (instance.server.processorMs() - before.server) / COST_TIMES
      const database = (instance.databaseTime() - before.database) / COST_TIMES
      findings.push(
        told(
          `cost of: ${name}`,
          `${(server + database).toFixed(1)} ms`,
          `server ${server.toFixed(1)}, database ${database.toFixed(1)} ms of processor`,
        ),
      )
    }
  }
  agent.destroy()
  return findings
}

type Seen = Map<string, { waits: number[]; failed: number }>

async function visit(
  { server, worker, origin }: Instance,
  people: Person[],
  forMs: number,
): Promise<Finding[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 * people.length })
  const streams = people.map(({ token }) => openStream(origin, token))
  await sleep(1000)
  const seen: Seen = new Map()
  let requests = 0
  const onRequest = () => {
    requests += 1
  }
  const workedMs = worker.processorMs()
  const since = performance.now()
  const until = since + forMs
  await Promise.all(
    people.map((who) => visitFrom(asking(origin, agent, who.token, onRequest), who, until, seen)),
  )
  const seconds = (performance.now() - since) / 1000
  const memory = server.residentBytes() ?? 0
  for (const stream of streams) stream.destroy()
  agent.destroy()

  const all = [...seen.values()].flatMap(({ waits }) => waits)
  const crowd = `${people.length} at once`
  const failedInAll = [...seen.values()].reduce((sum, { failed }) => sum + failed, 0)
  return [
    failures(crowd, failedInAll, all.length),
    told(
      `${crowd}: all`,
      `${(all.length / seconds).toFixed(1)} a second`,
      `${(requests / seconds).toFixed(1)} requests a second, ${tails(all)}, server ${inMB(memory)}, worker ${inMB(worker.residentBytes() ?? 0)}, busy for ${(worker.processorMs() - workedMs).toFixed(0)} ms`,
    ),
    ...[...seen].map(([name, { waits, failed }]) =>
      told(
        `${crowd}: ${name}`,
        `p50 ${at(waits, 0.5)} ms`,
        `${tails(waits)}${failed > 0 ? `, ${failed} FAILED` : ''}`,
      ),
    ),
  ]
}

/**
 * Actions stay due at their time: if the previous one took longer than the pause, the wait counts from the moment at which the
 * person would have pressed.
 */
async function visitFrom(ask: Ask, who: Person, until: number, seen: Seen): Promise<void> {
  let due = performance.now() + Math.random() * PAUSE_MS
  while (due < until) {
    await sleep(Math.max(0, due - performance.now()))
    const name = chosen()
    const entry = seen.get(name) ?? { waits: [], failed: 0 }
    seen.set(name, entry)
    const answer = await actions[name]?.run(ask, who).catch(() => null)
    if (!isGood(answer)) entry.failed += 1
    entry.waits.push(performance.now() - due)
    due += PAUSE_MS * (0.5 + Math.random())
  }
}

const isGood = (answer: Answer | null | undefined) => [200, 204, 206].includes(answer?.status ?? 0)

function chosen(): string {
  let left = Math.random() * 100
  for (const [name, { weight }] of Object.entries(actions)) {
    left -= weight
    if (left < 0) return name
  }
  return 'stories list'
}

function openStream(origin: string, token: string) {
  const sent = request(`${origin}/api/live`, { agent: false, headers: { authorization: `Bearer ${token}` } })
  sent.on('response', (response) => response.on('error', () => undefined).resume())
  sent.on('error', () => undefined)
  sent.end()
  return sent
}

/** Zero actions do not count as a success, because none of them could fail. */
const failures = (what: string, count: number, of: number): Finding => ({
  ...told(`${what}: failed`, `${count} of ${of}`, 'none'),
  met: count === 0 && of > 0,
})

const at = (waits: number[], share: number) =>
  (waits.toSorted((a, b) => a - b)[Math.floor(waits.length * share)] ?? 0).toFixed(0)
const tails = (waits: number[]) =>
  `p50 ${at(waits, 0.5)}, p95 ${at(waits, 0.95)}, p99 ${at(waits, 0.99)} ms of ${waits.length}`
const told = (what: string, ours: string, goal: string): Finding => ({
  what,
  ours,
  peer: '',
  ratio: null,
  goal,
  met: null,
})
