import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { parseSync } from 'vite'

export type SourceFile = {
  /** The path from the root, with forward slashes: `web/ui/button.tsx`. */
  path: string
  text: string
  /** Its imports, types included: a path from the root for the project's own files, otherwise the package's name. */
  imports: string[]
  exportsDefault: boolean
  /** Whether it only re-exports what other files export. */
  isBarrel: boolean
}

export type SourceTree = { files: SourceFile[]; folders: string[] }

const script = /\.(ts|tsx|mts|mjs|js)$/
const textual = /\.(ts|tsx|mts|mjs|js|css|sql|sh)$/

/** Reads every source file below `root`, except folders with a leading dot and those that are built or installed. */
export function readSourceTree(root: string): SourceTree {
  const tree: SourceTree = { files: [], folders: [] }
  collect(root, root, ignoredIn(root), tree)
  return tree
}

/** The entries of `.gitignore` are built, installed or data, and no rule applies to them. */
function ignoredIn(root: string): Set<string> {
  const file = join(root, '.gitignore')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return new Set(['node_modules', ...lines.map((line) => line.replace(/\/$/, ''))])
}

function collect(root: string, folder: string, ignored: Set<string>, tree: SourceTree): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name.startsWith('.') || ignored.has(entry.name)) continue

    const absolute = join(folder, entry.name)
    const path = relative(root, absolute).replaceAll('\\', '/')
    if (entry.isDirectory()) {
      tree.folders.push(path)
      collect(root, absolute, ignored, tree)
    } else if (textual.test(entry.name)) {
      tree.files.push(readSourceFile(path, readFileSync(absolute, 'utf8')))
    }
  }
}

function readSourceFile(path: string, text: string): SourceFile {
  if (!script.test(path)) return { path, text, imports: [], exportsDefault: false, isBarrel: false }

  const { module, program } = parseSync(path, text)
  const exported = module.staticExports.flatMap((statement) => statement.entries)
  const passedOn = exported.flatMap((entry) => entry.moduleRequest?.value ?? [])
  const specifiers = [
    ...module.staticImports.map((statement) => statement.moduleRequest.value),
    ...passedOn,
    // Finds `await import('./x.ts')` and the type `import('./x.ts').X`, which the module record does not list.
    ...[...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)].flatMap((match) => match[1] ?? []),
  ]
  return {
    path,
    text,
    imports: [...new Set(specifiers.map((specifier) => resolveImport(path, specifier)))],
    exportsDefault: exported.some((entry) => entry.exportName.kind === 'Default'),
    isBarrel: passedOn.length > 0 && program.body.every(isPassingOn),
  }
}

function isPassingOn(statement: { type: string; source?: unknown }): boolean {
  if (statement.type === 'ExportAllDeclaration') return true
  return statement.type === 'ExportNamedDeclaration' && Boolean(statement.source)
}

function resolveImport(importer: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(importer), specifier)
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('node:')) return specifier
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
