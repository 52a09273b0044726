import { linkSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadSecrets } from './secrets.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'secrets')
}

test('the same folder gives the same secrets at every start, and each purpose its own', () => {
  const folder = newFolder()
  const first = loadSecrets(folder, undefined)
  const second = loadSecrets(folder, undefined)

  expect(second.derive('a')).toEqual(first.derive('a'))
  expect(first.derive('b')).not.toEqual(first.derive('a'))
  expect(loadSecrets(newFolder(), undefined).derive('a')).not.toEqual(first.derive('a'))
})

test('the secrets stay, whatever a start left beside them that was killed midway', () => {
  const folder = newFolder()
  const first = loadSecrets(folder, undefined)
  // In a container every start has the same process id, and so had the killed one.
  linkSync(join(folder, 'master.key'), join(folder, `master.key.${process.pid}`))

  expect(loadSecrets(folder, undefined).derive('a')).toEqual(first.derive('a'))
})

test('nobody else can read the master secret', () => {
  const folder = newFolder()
  loadSecrets(folder, undefined)

  expect(statSync(join(folder, 'master.key')).mode & 0o777).toBe(0o600)
})

test('SECRET_KEY comes before the file, so that machines can agree', () => {
  const key = 'k'.repeat(40)

  expect(loadSecrets(newFolder(), key).derive('a')).toEqual(loadSecrets(newFolder(), key).derive('a'))
})

test('a damaged master secret stops the start instead of locking everybody out', () => {
  const folder = newFolder()
  loadSecrets(folder, undefined)
  writeFileSync(join(folder, 'master.key'), 'torn')

  expect(() => loadSecrets(folder, undefined)).toThrow(/damaged/)
})
