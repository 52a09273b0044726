import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { settingNames } from '../server/env.ts'
import { gotrueSchema } from '../server/stand-in/gotrue-names.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

it('explains every setting there is, and none that there is not', () => {
  const there = [...read('server/env.ts').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map((match) => match[1])
  const explained = [...read('docs/operations.md').matchAll(/^\| `([A-Z][A-Z_]+)` \|/gm)]
    .map((match) => match[1])
    .filter((name) => !name?.startsWith('GOTRUE_'))

  expect(there.length).toBeGreaterThan(10)
  expect(explained.sort()).toEqual(there.sort())
})

it('explains every setting of the accounts alone, and none that there is not', () => {
  const there = read('server/stand-in/gotrue-names.ts').matchAll(/^ {2}(GOTRUE_[A-Z0-9_]+): /gm)
  const explained = read('docs/operations.md').matchAll(/^\| `(GOTRUE_[A-Z0-9_]+)` \|/gm)

  expect([...explained].map((match) => match[1])).toEqual([...there].map((match) => match[1]))
})

it('gives the defaults of the accounts alone as they may be written, and as they are', () => {
  const needed = {
    GOTRUE_SITE_URL: 'http://localhost',
    GOTRUE_API_EXTERNAL_URL: 'http://localhost',
    GOTRUE_DB_DATABASE_URL: 'postgres://localhost/kinora',
    GOTRUE_JWT_SECRET: 'of thirty-two characters at the very least',
  }
  const rows = [...read('docs/operations.md').matchAll(/^\| `(GOTRUE_[A-Z0-9_]+)` \| `([^`]+)` \|/gm)]
  const written = Object.fromEntries(rows.map(([, name, value]) => [name, value]))

  expect(rows.length).toBeGreaterThan(30)
  expect(gotrueSchema.parse({ ...needed, ...written })).toEqual(gotrueSchema.parse(needed))
})

it('explains every metric there is, and none that there is not', () => {
  const namesIn = (...files: string[]) =>
    [
      ...new Set(
        files.flatMap((file) => [...read(file).matchAll(/\bkinora_[a-z_]+\b/g)].map(([name]) => name)),
      ),
    ].sort()
  expect(namesIn('docs/operations.md')).toEqual(namesIn('server/http/gauges.ts', 'server/http/metrics.ts'))
})

it('gives the defaults that the settings have', () => {
  const settings = read('server/env.ts')
  const rows = read('docs/operations.md').matchAll(/^\| `([A-Z][A-Z_]+)` \| `([^`]+)` \|/gm)
  const wrong = [...rows].filter(([, name = '', value = '']) => {
    const given = new RegExp(`^ {2}${name}: .*default\\((.*)\\),$`, 'm').exec(settings)?.[1]
    return given !== undefined && given.replaceAll(/['_]/g, '') !== value.replaceAll('_', '')
  })
  expect(wrong.map(([row]) => row)).toEqual([])
})

it('sets nothing in its examples that is no setting', () => {
  const examples = ['Dockerfile', 'compose.yaml', 'docs/examples/kinora.service'].map(read).join('\n')
  const set = [
    ...examples.matchAll(/^ENV (.*)$/gm),
    ...examples.matchAll(/^Environment=(.*)$/gm),
    ...examples.matchAll(/^ {6}([A-Z_]+): /gm),
  ].flatMap(([, names = '']) => [...names.matchAll(/[A-Z][A-Z_]+(?==|$)/g)].map(([name]) => name))

  expect(set).toContain('DATA_DIR')
  expect(set).toContain('PUBLIC_URL')
  expect(set.filter((name) => !settingNames.includes(name))).toEqual([])
})

it('hands every setting on to the container, but for where it listens and keeps things in there', () => {
  const handedOn = [...read('compose.yaml').matchAll(/^ {6}([A-Z_]+): \$\{\1:-(?:4310)?\}$/gm)].map(
    ([, name]) => name,
  )

  expect([...handedOn, 'HOST', 'DATA_DIR'].sort()).toEqual(settingNames.toSorted())
})

it('names the number of the account in the image that a folder for its backups has to belong to', () => {
  const number = /useradd .*--uid (\d+)/.exec(read('Dockerfile'))?.[1]

  expect(read('docs/operations.md')).toContain(`install -d -o ${number} -g ${number} -m 700 `)
})

it('names every script that npm runs, and none that it does not', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
  const explained = read('README.md').matchAll(/^\| `npm (?:run )?([a-z:-]+)` \| \S/gm)

  expect([...explained].map((match) => match[1]).sort()).toEqual(Object.keys(scripts).sort())
})

it('has no link that leads nowhere', () => {
  const pages = ['README.md', 'SECURITY.md', ...globSync('docs/**/*.md', { cwd: root })]
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)/g)]
      .map((match) => match[1] ?? '')
      .filter((target) => !existsSync(join(root, dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  )
  expect(broken).toEqual([])
})

it('names no file of the project that is not there', () => {
  const pages = ['README.md', 'SECURITY.md', ...globSync('docs/*.md', { cwd: root })]
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/`((?:server|web|contract|scripts|e2e|benches|docs)\/[\w./-]+)`/g)].map(
      ([, path = '']) => path,
    ),
  )
  // A record is called by its number.
  const isThere = (path: string) =>
    existsSync(join(root, path)) ||
    (/\/\d{3}$/.test(path) && globSync(`${path}-*.md`, { cwd: root }).length === 1)

  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((path) => !isThere(path))).toEqual([])
})

it('quotes what a start that fails says as it is said', () => {
  const section = read('docs/operations.md')
    .split('\n## ')
    .find((text) => text.startsWith('When it does not start'))
  const quoted = [...(section ?? '').matchAll(/^\| (?!it says|---)(?:\.\.\. )?(.+?)(?: \.\.\.)? \|/gm)].map(
    ([, words = '']) => words,
  )
  const sources = globSync(['server/**/*.ts', 'scripts/setup/*.mjs'], { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .map(read)
    .join('\n')

  expect(quoted.length).toBeGreaterThan(10)
  expect(quoted.filter((words) => !sources.includes(words))).toEqual([])
})

it('puts nothing into the image that git leaves out', () => {
  const names = (path: string) =>
    read(path)
      .split('\n')
      .filter(Boolean)
      .map((line) => line.replace(/\/$/, ''))
  const image = names('.dockerignore')

  expect(names('.gitignore').filter((name) => !image.includes(name))).toEqual([])
})

it('calls a container ill where nobody answers in it, unless it is one that only does jobs', () => {
  const [, args = '[]'] = /^HEALTHCHECK .*\n +CMD (\[.*\])$/m.exec(read('Dockerfile')) ?? []
  const [, ...rest]: string[] = JSON.parse(args)
  const ends = (ROLE: string) => spawnSync(process.execPath, rest, { env: { ROLE, PORT: '1' } }).status

  expect([ends('web'), ends('worker')]).toEqual([1, 0])
})

it.each([
  ['4311', 4311],
  ['', 4310],
  [undefined, 4310],
])('asks a container with PORT=%s after its health where the server answers in it', (given, port) => {
  const [, args = '[]'] = /^HEALTHCHECK .*\n +CMD (\[.*\])$/m.exec(read('Dockerfile')) ?? []
  const [, ...rest]: string[] = JSON.parse(args)
  const tell = 'data:text/javascript,globalThis.fetch = async (url) => (console.log(url), { ok: true })'

  const { stdout } = spawnSync(process.execPath, ['--import', tell, ...rest], {
    encoding: 'utf8',
    env: given === undefined ? {} : { PORT: given },
  })

  expect(stdout).toBe(`http://127.0.0.1:${port}/health\n`)
})

it('passes mails on so that a mail server keeps them while Kinora does not answer', () => {
  const [command = ''] = /^ {4}curl .*\n.*mail\/inbound.*$/m.exec(read('docs/operations.md')) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'kinora-docs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const endWith = (code: number) => {
    writeFileSync(join(folder, 'curl'), `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 })
    return spawnSync('/bin/sh', ['-c', command], { env: { PATH: folder } }).status
  }

  const [DONE, NO_CONNECTION, STATUS_500, TEMPORARY_FAILURE] = [0, 7, 22, 75]
  expect([DONE, NO_CONNECTION, STATUS_500].map(endWith)).toEqual([0, TEMPORARY_FAILURE, TEMPORARY_FAILURE])
})

it('calls each decision in the list as its record calls itself', () => {
  const listed = [...read('docs/decisions/README.md').matchAll(/^\| \[(\d{3})\]\((.+?)\) \| (.+) \|$/gm)]
  const records = globSync('docs/decisions/[0-9]*.md', { cwd: root })

  expect(listed).toHaveLength(records.length)
  const otherwise = listed.filter(
    ([, number, file, title]) => !read(`docs/decisions/${file}`).startsWith(`# ${number} ${title}\n`),
  )
  expect(otherwise.map(([, number]) => number)).toEqual([])
})
