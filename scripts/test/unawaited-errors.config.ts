import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/**
 * Writes down what Vitest's JSON report leaves out: errors that no test had waited for, each of which fails the whole run, and
 * which file ran just then. Into the file that KINORA_UNAWAITED_ERRORS names.
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
