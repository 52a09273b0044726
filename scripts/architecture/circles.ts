import type { Rule } from './rule.ts'
import type { SourceTree } from './source-tree.ts'

export const noCircles: Rule = {
  title: 'imports never run in a circle',
  complaints: (tree) => findCircles(tree).map((circle) => circle.join(' -> ')),
}

/** Every import cycle once, as the path from a file back to itself. */
function findCircles(tree: SourceTree): string[][] {
  const imports = new Map(tree.files.map((file) => [file.path, file.imports]))
  const done = new Set<string>()
  const circles: string[][] = []

  const visit = (path: string, way: string[]): void => {
    const seenAt = way.indexOf(path)
    if (seenAt >= 0) {
      circles.push([...way.slice(seenAt), path])
      return
    }
    if (done.has(path)) return
    for (const target of imports.get(path) ?? []) visit(target, [...way, path])
    done.add(path)
  }

  for (const path of imports.keys()) visit(path, [])
  return circles
}
