import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findIncompatible, listLicences, readLockFile } from './licences.mjs'
import { root } from './places.mjs'

const withPackage = (license: string | undefined, dev = false) => ({
  packages: { '': { license: 'MIT' }, 'node_modules/one': { version: '1.0.0', license, dev } },
})

test('everything that comes with Kinora has a licence that goes with its own', () => {
  expect(findIncompatible(readLockFile())).toEqual([])
})

test.each([
  'GPL-3.0-only',
  'AGPL-3.0-or-later',
  'MIT AND GPL-2.0-only',
  '(MIT OR GPL-2.0-only) AND CC-BY-NC-4.0',
  'SEE LICENSE IN LICENSE.md',
  undefined,
])('a package under %s would be refused', (licence) => {
  expect(findIncompatible(withPackage(licence))).toHaveLength(1)
})

test('of several licences the one that suits is taken', () => {
  expect(findIncompatible(withPackage('(GPL-2.0-only OR MIT)'))).toEqual([])
})

test('what only tests use is handed to nobody', () => {
  expect(findIncompatible(withPackage('EPL-2.0', true))).toEqual([])
})

test('the list of licences is what the lock file says; npm run licences writes it anew', () => {
  expect(readFileSync(join(root, 'docs', 'licences.md'), 'utf8')).toBe(listLicences(readLockFile()))
})
