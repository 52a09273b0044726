import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { compileCache, serverFlags } from '../scripts/setup/server-node.mjs'

export type BenchProcess = {
  url: string
  peakBytes: () => number | null
  restingBytes: number | null
  /** The memory that is resident at the moment. */
  residentBytes: () => number | null
  /** The processor time used so far, in ms; 0 on systems other than Linux. */
  processorMs: () => number
  stop: () => Promise<void>
}

const ADDRESS = /https?:\/\/[^\s]+/

/** Starts a program and waits until it prints its address, or other text that matches `ready`. */
export async function startProcess(
  args: string[],
  env: Record<string, string> = {},
  ready = ADDRESS,
): Promise<BenchProcess> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const url = await said(child, ready)
  return {
    url,
    restingBytes: memoryOf(child.pid, 'VmRSS'),
    residentBytes: () => memoryOf(child.pid, 'VmRSS'),
    processorMs: () => (statOf(String(child.pid))?.own ?? 0) * 10,
    peakBytes: () => memoryOf(child.pid, 'VmHWM'),
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** The server, as `npm start` starts it. */
export const startKinora = (env: Record<string, string>): Promise<BenchProcess> => startServer(env)

/** Starts a process that only works on jobs. */
export const startWorker = (env: Record<string, string>): Promise<BenchProcess> =>
  startServer({ ...env, ROLE: 'worker' }, /works through its jobs/)

function startServer(env: Record<string, string>, ready?: RegExp): Promise<BenchProcess> {
  const main = join(import.meta.dirname, '../server/main.ts')
  return startProcess(
    [...serverFlags(process.env), main],
    { NODE_COMPILE_CACHE: compileCache, ...env },
    ready,
  )
}

/** The part of the output that matches `ready`; in an address, `localhost` becomes 127.0.0.1. */
async function said(child: ChildProcess, ready: RegExp): Promise<string> {
  if (!child.stdout) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const found = ready.exec(line)?.[0]
    if (!found) continue
    child.stdout.resume()
    return found.replace('localhost', '127.0.0.1')
  }
  throw new Error('it ended before it was ready')
}

/** A process's memory as Linux reports it; null elsewhere. VmHWM is the peak of resident memory. */
export function memoryOf(pid: number | undefined, field: 'VmRSS' | 'VmHWM'): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kilobytes = new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) * 1024
  } catch {
    return null
  }
}

/** The parent of a process, and the hundredths of a second used by itself and by children that it has waited for. */
export function statOf(pid: string) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const at = (index: number) => Number(fields[index] ?? 0)
    return { pid, parent: fields[1], own: at(11) + at(12), waited: at(13) + at(14) }
  } catch {
    return null
  }
}
