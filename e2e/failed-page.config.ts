import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { pageLogName } from './page-log.ts'

/**
 * Prints what the pages showed when a test failed, and what they had done before. On a build server only the output of a run is
 * kept, often only its end, and a failure that occurs once in hundreds of runs cannot be explained by anything else.
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
