import { readFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { pageLog } from './page-log.ts'

const linesMax = 120
const heading = '# Page snapshot'

/**
 * Shows what stood in the page when a test failed. Where only the output of a run is kept, as on a build server, and of a long one
 * only the end, a failure that comes once in hundreds of runs can be explained by nothing else.
 */
export default class FailedPageReporter implements Reporter {
  readonly #pages: string[] = []

  printsToStdio(): boolean {
    return false
  }

  onTestEnd({ title }: TestCase, { status, attachments }: TestResult): void {
    if (status === 'passed' || status === 'skipped') return
    const path = attachments.find(({ name }) => name === 'error-context')?.path
    const page = path === undefined ? null : snapshotIn(readFileSync(path, 'utf8'))
    if (page !== null) this.#pages.push(`\nwhat stood in the page when “${title}” failed:\n${page}\n`)
    const log = attachments.find(({ name }) => name === pageLog)?.body
    if (log !== undefined) this.#pages.push(`\nwhat its pages did:\n${log}\n`)
  }

  onEnd(): void {
    for (const page of this.#pages) process.stdout.write(page)
  }
}

/** The page's tree of roles and names in what Playwright writes about a failure; null where there was no page. */
function snapshotIn(context: string): string | null {
  const from = context.indexOf(heading)
  if (from < 0) return null
  const [, tree = ''] = context.slice(from).split('```yaml\n')
  return (tree.split('\n```')[0] ?? '').split('\n').slice(0, linesMax).join('\n')
}
