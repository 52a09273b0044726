import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

const checkout = join(import.meta.dirname, '..', '..')
const left = new Set(['node_modules', 'data', 'data-seed', 'dist', '.cache', '.git', 'test-results'])

/** A copy of this checkout, with everything installed and nothing built. Hard links make it cheap; it must be on the same disk. */
export function copyCheckout(to: string): void {
  mkdirSync(to)
  for (const name of readdirSync(checkout).filter((entry) => !left.has(entry))) {
    cpSync(join(checkout, name), join(to, name), { recursive: true })
  }
  execFileSync('cp', ['-al', realpathSync(join(checkout, 'node_modules')), join(to, 'node_modules')])
}
