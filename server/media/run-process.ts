import { type ChildProcess, spawn } from 'node:child_process'
import { environmentForChildren } from '../env.ts'
import { MediaError, type MediaFailure, saysDiskIsFull } from './media-tool.ts'

const STDERR_KEPT = 4_000

export type RunLimits = {
  signal: AbortSignal
  timeoutMs: number
  stdoutBytesMax?: number
  /** Error messages that mean failure even though the program exits with 0. */
  fatal?: readonly string[]
  /** What it means that the program was killed, by its time limit or by anybody; TOOL_FAILED unless given. */
  whenKilled?: MediaFailure
}

/**
 * Runs one program without a shell and resolves to what it printed. The program is killed when the caller's signal fires, when its
 * time is up, or when it prints more than it may. Where `onOutput` is given, it receives the output, and nothing is collected.
 * @throws MediaError
 */
export async function runProcess(
  program: string,
  args: string[],
  limits: RunLimits,
  onOutput?: (bytes: Buffer) => void,
): Promise<Buffer> {
  if (limits.signal.aborted) throw new MediaError('ABORTED', `${program} was not started`)

  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environmentForChildren(),
    windowsHide: true,
  })
  const collected: Buffer[] = []
  let printed = 0
  child.stdout.on('data', (bytes: Buffer) => {
    printed += bytes.length
    if (printed > (limits.stdoutBytesMax ?? 1_000_000) && !onOutput) return child.kill('SIGKILL')
    return onOutput ? onOutput(bytes) : collected.push(bytes)
  })

  await ended(child, program, limits)
  return Buffer.concat(collected)
}

/**
 * Waits for a child process within its limits.
 * @throws MediaError unless it exits with 0
 */
export async function ended(child: ChildProcess, program: string, limits: RunLimits): Promise<void> {
  const { fatal = [], whenKilled = 'TOOL_FAILED' } = limits
  let complaint = ''
  // Looked for while it arrives: what is said afterwards pushes it out of the part that is kept.
  let fault: string | undefined
  child.stderr?.on('data', (bytes: Buffer) => {
    const said = complaint + bytes.toString()
    fault ??= fatal.find((message) => said.includes(message))
    complaint = said.slice(-STDERR_KEPT)
  })
  const kill = () => child.kill('SIGKILL')
  const timer = setTimeout(kill, limits.timeoutMs)
  limits.signal.addEventListener('abort', kill, { once: true })

  try {
    const { code, killed } = await exit(child)
    if (limits.signal.aborted) throw new MediaError('ABORTED', `${program} was stopped with its job`)
    if (killed) throw new MediaError(whenKilled, `${program} was killed by ${killed}: ${complaint}`)
    const why = fault ? `${fault}: ${complaint}` : complaint
    const failure = saysDiskIsFull(complaint) ? 'DISK_FULL' : 'UNREADABLE'
    if (code !== 0 || fault) throw new MediaError(failure, `${program} ended with ${code}: ${why}`)
  } finally {
    clearTimeout(timer)
    limits.signal.removeEventListener('abort', kill)
  }
}

function exit(child: ChildProcess): Promise<{ code: number | null; killed: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new MediaError('TOOL_FAILED', 'could not be started', { cause: error })),
    )
    child.once('close', (code, killed) => resolve({ code, killed }))
  })
}
