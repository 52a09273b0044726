import { readdirSync, readFileSync } from 'node:fs'

export type Peak = { bytes: number; processorMs: number }

const LOOK_EVERY_MS = 25
/** Linux reports processor time in hundredths of a second. */
const TICK_MS = 10

/** Whether this machine reports the resources of other processes, which only Linux does, in /proc. */
export const canWatch = process.platform === 'linux'

/**
 * Watches every process that this one starts during `work`: the peak memory of any of them, in bytes, and the most processor time
 * that any of them used. `own` is what the work added to this process itself.
 */
export async function watchProcessesBelow<T>(
  work: () => Promise<T>,
): Promise<{ result: T; peak: Peak; own: Peak }> {
  const peak = { bytes: 0, processorMs: 0 }
  const own = { bytes: 0, processorMs: 0 }
  const [bytesBefore, processorBefore] = [ownBytes(), process.cpuUsage()]
  const lookAtOwn = () => {
    const { user, system } = process.cpuUsage(processorBefore)
    own.processorMs = (user + system) / 1_000
    own.bytes = Math.max(own.bytes, ownBytes() - bytesBefore)
  }
  const look = () => {
    lookAtOwn()
    for (const pid of processesBelow(process.pid)) {
      peak.bytes = Math.max(peak.bytes, mostMemory(pid))
      peak.processorMs = Math.max(peak.processorMs, processorTime(pid))
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  try {
    const result = await work()
    lookAtOwn()
    return { result, peak, own }
  } finally {
    clearInterval(timer)
  }
}

/** What the work holds, with what waits to be collected; the memory of the process would count what others left free in it. */
function ownBytes(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function processesBelow(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...processesBelow(child)])
}

function childrenOf(pid: number): number[] {
  const tasks = `/proc/${pid}/task`
  return listed(tasks).flatMap((task) =>
    read(`${tasks}/${task}/children`).split(' ').filter(Boolean).map(Number),
  )
}

function mostMemory(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024
}

/** Reads the fields after the program's name, which may itself contain spaces and brackets: man 5 proc. */
function processorTime(pid: number): number {
  const stat = read(`/proc/${pid}/stat`)
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS
}

/** Empty if the process has ended before it was read. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function listed(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
