import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { pageLogName } from './page-log.ts'

/**
 * Shows what stood in the pages when a test failed, and what they did before. Where only the output of a run is kept, as on a build
 * server, and of a long one only the end, a failure that comes once in hundreds of runs can be explained by nothing else.
 */
export default class FailedPageReporter implements Reporter {
  readonly #told: string[] = []

  printsToStdio(): boolean {
    return false
  }

  onTestEnd({ title }: TestCase, { attachments }: TestResult): void {
    const log = attachments.find(({ name }) => name === pageLogName)?.body
    if (log !== undefined) this.#told.push(`\nwhat the pages of “${title}” did:\n${log}\n`)
  }

  onEnd(): void {
    for (const each of this.#told) process.stdout.write(each)
  }
}
