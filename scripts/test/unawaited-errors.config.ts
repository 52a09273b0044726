import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/**
 * Writes what Vitest's JSON report leaves out, errors that no test awaited, each of which fails the whole run, with the file that
 * was running. They go into the file that KINORA_UNAWAITED_ERRORS names.
 */
export default class UnawaitedErrors implements Reporter {
  onTestRunEnd(_files: unknown, errors: Parameters<NonNullable<Reporter['onTestRunEnd']>>[1]): void {
    const path = process.env.KINORA_UNAWAITED_ERRORS
    if (path === undefined) return
    const told = errors.map(({ VITEST_TEST_PATH: file, name = 'Error', message }) => ({
      file,
      reason: `${name}: ${message}`,
    }))
    writeFileSync(path, JSON.stringify(told))
  }
}
