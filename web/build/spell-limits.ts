import type { Plugin } from 'vite'
import { limits } from '../../contract/limits.ts'

const imports = /from '#contract\/limits\.ts'/
const use = /(?<![\w$.])limits\.([A-Za-z]\w*)/g

/**
 * Replaces `limits.title` and its like by the number. The list of all limits is one object, which the bundler
 * keeps or drops as a whole: the first page carried all of it, a kilobyte, for the five numbers that it reads.
 */
export function spellLimits(): Plugin {
  return {
    name: 'kinora:spell-limits',
    apply: 'build',
    enforce: 'pre',
    transform: (code) => (imports.test(code) ? { code: withNumbers(code), map: null } : null),
  }
}

/** Leaves names alone that are not numbers of the list. */
export function withNumbers(code: string): string {
  const numbers: ReadonlyMap<string, unknown> = new Map(Object.entries(limits))
  // In brackets, because in JavaScript a number may not be followed directly by a dot and a name.
  return code.replace(use, (found, name) =>
    typeof numbers.get(name) === 'number' ? `(${numbers.get(name)})` : found,
  )
}
