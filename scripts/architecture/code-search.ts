import { parseSync } from 'vite'
import type { SourceFile } from './source-tree.ts'

type Member = { object: string; property: string }

const tests = new Set(['it', 'test', 'describe', 'suite'])
const setApart = new Set(['only', 'skip', 'todo', 'fixme', 'fails', 'fail'])

/** Whether the code reads `object.property`; comments and strings do not count. */
export function mentions(file: SourceFile, object: string, property: string): boolean {
  return membersOf(file).some((member) => member.object === object && member.property === property)
}

/** The `it.only`, `test.skip`, ... of a file. `skipIf` and `runIf`, which depend on the machine, are allowed. */
export function testsSetApart(file: SourceFile): string[] {
  return membersOf(file)
    .filter(({ object, property }) => tests.has(object) && setApart.has(property))
    .map(({ object, property }) => `${object}.${property}`)
}

/** Every `a.b` in the code; for `a.b.c`, `a.c` as well, so that `test.concurrent.only` is found. */
function membersOf(file: SourceFile): Member[] {
  const members: Member[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const inner of node) visit(inner)
    }
    if (!isNode(node)) return

    const object = firstName(node)
    if (object !== undefined && isNode(node.property) && typeof node.property.name === 'string') {
      members.push({ object, property: node.property.name })
    }
    for (const value of Object.values(node)) visit(value)
  }
  visit(parseSync(file.path, file.text).program)
  return members
}

function firstName(node: Record<string, unknown>): string | undefined {
  if (node.type === 'Identifier') return typeof node.name === 'string' ? node.name : undefined
  if (node.type !== 'MemberExpression' || !isNode(node.object)) return undefined
  return firstName(node.object)
}

function isNode(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
