import { isTest, lineCount } from './file-rules.ts'
import type { SourceFile } from './source-tree.ts'

/** Numbers of lines per file. */
export type Sizes = { files: number; median: number; p90: number; largest: number; largestPath: string }

/** The sizes of the source files, without tests and generated files. */
export function sizesOf(files: readonly SourceFile[]): Sizes {
  const sized = files
    .filter(({ path }) => /\.(ts|tsx|mjs)$/.test(path) && !isTest(path) && !path.includes('.generated.'))
    .map((file) => ({ path: file.path, lines: lineCount(file) }))
    .sort((a, b) => a.lines - b.lines)
  const at = (share: number) => sized[Math.floor((sized.length - 1) * share)]?.lines ?? 0
  const largest = sized.at(-1)
  return {
    files: sized.length,
    median: at(0.5),
    p90: at(0.9),
    largest: largest?.lines ?? 0,
    largestPath: largest?.path ?? '',
  }
}
