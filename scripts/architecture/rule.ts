import type { SourceTree } from './source-tree.ts'

/**
 * A rule about the whole source tree. Each complaint names a file and what is wrong with it; no complaints means that the rule is
 * kept.
 */
export type Rule = { title: string; complaints: (tree: SourceTree) => string[] }
