/** Work of the kind that readers of files do: cutting text, matching it, and keeping what was found. */
function ordinaryWork(): number {
  const found = new Map<string, number>()
  for (let at = 0; at < 40_000; at++) {
    const line = `2 NOTE Ana ${at % 997} danced at the fair of ${1_900 + (at % 100)}`
    const [, name = '', year = ''] = /NOTE (\w+ \d+).* (\d{4})$/.exec(line) ?? []
    const key = `${name.toLowerCase()}:${year}`
    found.set(key, (found.get(key) ?? 0) + line.split(' ').length)
  }
  return found.size
}

/** The processor time that `work` took, in seconds; what other processes of the machine do does not count. */
async function secondsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

/** What `ordinaryWork` takes on this machine at this time, in seconds of processor time. */
export async function ordinarySeconds(): Promise<number> {
  const rounds = []
  for (let round = 0; round < 3; round++) rounds.push(await secondsOf(ordinaryWork))
  return Math.min(...rounds)
}

/**
 * The processor time of `work` as a multiple of what a fixed, ordinary piece of work takes on this machine at this time (some
 * hundredths of a second): a bound in seconds would fail on a slow machine. Each is the least of three, because what earlier tests
 * left in memory may be collected during any of them.
 */
export async function effortOf(work: () => unknown): Promise<number> {
  const ordinary = await ordinarySeconds()
  const rounds = []
  for (let round = 0; round < 3; round++) rounds.push(await secondsOf(work))
  return Math.min(...rounds) / ordinary
}
