import { hasCode } from '../error-code.ts'

/** Kills a process, which may have ended by itself meanwhile. */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error
  }
}
