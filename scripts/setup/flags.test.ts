import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..', '..')

/** Runs one of Kinora's programs to its end, as a terminal would, on a data folder of its own. */
function run(program: string, ...args: string[]) {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'kinora-flags-')), 'data')
  const { status, stderr } = spawnSync(process.execPath, [join(root, program), ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir },
    timeout: 60_000,
  })
  return { status, said: stderr, dataDir }
}

test.each([
  ['scripts/faults.mjs', 'npm run faults -- [--long] [--of-last-test]'],
  ['scripts/test.mjs', 'npx vitest run FILE'],
  ['scripts/dev.mjs', 'npm run dev'],
  ['scripts/build.mjs', 'npm run build'],
  ['scripts/licences.mjs', 'npm run licences'],
  ['scripts/auth-rotate-key.mjs', 'npm run auth:rotate-key'],
])(
  '%s begins nothing where it is given a word that it does not know, and says how it is called',
  (script, usage) => {
    const { status, said } = run(script, '--help')

    expect(status).toBe(1)
    expect(said).toContain(usage)
    expect(said).toContain('--help')
  },
)

test.each([
  ['--demo', '--port', '4311'],
  ['auth', '--port', '4311'],
  ['rotate-auth-key', '--help'],
])('the server’s %s begins nothing with %s, and says where settings are given', (command, ...rest) => {
  const { status, said, dataDir } = run('server/main.ts', command, ...rest)

  expect(status).toBe(1)
  expect(said).toContain(`knows no ${rest[0]}`)
  expect(said).toContain('PORT=4311 npm start')
  expect(() => readdirSync(dataDir)).toThrow('ENOENT')
})

test('restoring asks which file where an option stands in its place, and takes no word beyond the address', () => {
  expect(run('scripts/restore.mjs', '--help').said).toContain(
    'npm run restore -- FILE.zip [ADDRESS of the account]',
  )

  const { said, dataDir } = run(
    'server/main.ts',
    'restore',
    import.meta.filename,
    'ana@family.example',
    '--now',
  )
  expect(said).toContain('restore knows no --now')
  expect(() => readdirSync(dataDir)).toThrow('ENOENT')
})
