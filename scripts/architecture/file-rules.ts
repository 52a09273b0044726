import { mentions, testsSetApart } from './code-search.ts'
import type { Rule } from './rule.ts'
import type { SourceFile } from './source-tree.ts'

const MOST_LINES = 400
const MOST_LINES_OF_TESTS = 600

export const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('e2e/')

const filesAreSmall: Rule = {
  title: `no file is longer than ${MOST_LINES} lines (tests ${MOST_LINES_OF_TESTS})`,
  complaints: ({ files }) =>
    files
      .filter(({ path }) => !path.endsWith('.generated.ts'))
      .filter((file) => lineCount(file) > (isTest(file.path) ? MOST_LINES_OF_TESTS : MOST_LINES))
      .map((file) => `${file.path} has ${lineCount(file)} lines`),
}

const exportsAreNamed: Rule = {
  title: 'exports have names; only the tools’ configuration files export a default',
  complaints: ({ files }) =>
    files
      .filter((file) => file.exportsDefault && !/\.config\.(ts|mjs)$/.test(file.path))
      .map((file) => file.path),
}

const noBarrels: Rule = {
  title: 'no file only passes on others; the one index is contract/index.ts',
  complaints: ({ files }) =>
    files
      .map((file) => ({ ...file, isIndex: /(^|\/)index\.(ts|tsx|mjs)$/.test(file.path) }))
      .filter((file) => (file.isBarrel || file.isIndex) && file.path !== 'contract/index.ts')
      .map((file) => file.path),
}

const oneReaderOfSettings: Rule = {
  title: 'in the server only env.ts reads process.env',
  complaints: ({ files }) =>
    files
      .filter(({ path }) => path.startsWith('server/') && path !== 'server/env.ts' && !isTest(path))
      .filter((file) => mentions(file, 'process', 'env') || imports(file, 'env', 'node:process'))
      .map((file) => file.path),
}

const oneClock: Rule = {
  title: 'in the web only lib/clock.ts asks the device what time it is',
  complaints: ({ files }) =>
    files
      .filter(({ path }) => /^web\/(?!build\/)/.test(path) && path !== 'web/lib/clock.ts' && !isTest(path))
      .filter((file) => mentions(file, 'Date', 'now') || /new Date\(\)/.test(file.text))
      .map((file) => file.path),
}

const oneMemory: Rule = {
  title: 'in the web only lib/device-memory.ts asks for the browser’s storage',
  complaints: ({ files }) =>
    files
      .filter(({ path }) => /^web\/(?!build\/|public\/)/.test(path) && path !== 'web/lib/device-memory.ts')
      .filter(({ text }) => /\b(local|session)Storage\b/.test(text))
      .map((file) => file.path),
}

const everyTestRuns: Rule = {
  title: 'no test is focused, skipped or left for later',
  complaints: ({ files }) =>
    files
      .filter(({ path }) => isTest(path))
      .flatMap((file) => testsSetApart(file).map((call) => `${file.path}: ${call}`)),
}

/** Test files share a process, so whether a mocked module takes effect would depend on which file loaded it first. */
const nothingIsReplaced: Rule = {
  title: 'no test replaces a module; what it needs is handed over',
  complaints: ({ files }) =>
    files
      .filter(({ path }) => isTest(path))
      .filter((file) => mentions(file, 'vi', 'mock') || mentions(file, 'vi', 'doMock'))
      .map((file) => file.path),
}

export function lineCount({ text }: SourceFile): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

function imports(file: SourceFile, name: string, from: string): boolean {
  const statement = new RegExp(`import\\s*\\{[^}]*\\b${name}\\b[^}]*\\}\\s*from\\s*'${from}'`)
  return file.imports.includes(from) && statement.test(file.text)
}

export const fileRules: Rule[] = [
  filesAreSmall,
  exportsAreNamed,
  noBarrels,
  oneReaderOfSettings,
  oneClock,
  oneMemory,
  everyTestRuns,
  nothingIsReplaced,
]
