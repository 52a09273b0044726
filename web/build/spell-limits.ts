import type { Plugin } from 'vite'
import { limits } from '../../contract/limits.ts'

const imports = /from '#contract\/limits\.ts'/
const use = /(?<![\w$.])limits\.([A-Za-z]\w*)/g

/**
 * Writes the number in the place of `limits.title` and its like. The list of all limits is one object, of which the bundler
 * keeps all or nothing: the first page carried every one of them, a kilobyte, for the five that it reads.
 */
export function spellLimits(): Plugin {
  return {
    name: 'kinora:spell-limits',
    apply: 'build',
    enforce: 'pre',
    transform: (code) => (imports.test(code) ? { code: withNumbers(code), map: null } : null),
  }
}

/** What is no number of the list stays as it is. */
export function withNumbers(code: string): string {
  const numbers: ReadonlyMap<string, unknown> = new Map(Object.entries(limits))
  // In brackets, because a number may not be followed by a point and a name.
  return code.replace(use, (found, name) =>
    typeof numbers.get(name) === 'number' ? `(${numbers.get(name)})` : found,
  )
}
