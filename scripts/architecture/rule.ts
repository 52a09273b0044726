import type { SourceTree } from './source-tree.ts'

/** A rule about the whole tree: its complaints name the file and what is wrong with it; none means kept. */
export type Rule = { title: string; complaints: (tree: SourceTree) => string[] }
