import { expect, it } from 'vitest'
import { findDifference, findDropped } from './dependencies.mjs'

const hono = { version: '4.13.19' }
const playwright = { version: '1.65.1', dev: true }
const forOtherMachines = { version: '0.35.5', optional: true }
const wanted = {
  '': {},
  'node_modules/hono': hono,
  'node_modules/@playwright/test': playwright,
  'node_modules/sharp-for-another-machine': forOtherMachines,
}
const complete = { 'node_modules/hono': hono, 'node_modules/@playwright/test': playwright }

it('finds nothing to install when all is there but what is for other machines', () => {
  expect(findDifference(wanted, complete, true)).toBeUndefined()
})

it('finds a package that is missing', () => {
  expect(findDifference(wanted, { 'node_modules/@playwright/test': playwright }, true)).toBe(
    'node_modules/hono',
  )
})

it('finds a package of another version, an optional one too', () => {
  const older = { version: '0.1.0' }
  expect(findDifference(wanted, { ...complete, 'node_modules/hono': older }, true)).toBe('node_modules/hono')
  const optional = { ...complete, 'node_modules/sharp-for-another-machine': older }
  expect(findDifference(wanted, optional, true)).toBe('node_modules/sharp-for-another-machine')
})

it('starts without what only tests and checks use, and tests with it', () => {
  const operators = { 'node_modules/hono': hono }
  expect(findDifference(wanted, operators, false)).toBeUndefined()
  expect(findDifference(wanted, operators, true)).toBe('node_modules/@playwright/test')
})

it('finds what was dropped because what it runs when it is installed did not start', () => {
  const withScript = { optional: true, hasInstallScript: true }
  const all = {
    'node_modules/postgres-linux': { ...withScript, os: ['linux'], cpu: ['x64'] },
    'node_modules/postgres-mac': { ...withScript, os: ['darwin'], cpu: ['arm64'] },
    'node_modules/watcher': { ...withScript, os: 'darwin' },
    'node_modules/picture': { optional: true, os: ['linux'], cpu: ['x64'] },
  }
  const linux = { platform: 'linux', arch: 'x64' }
  expect(findDropped(all, {}, linux)).toBe('node_modules/postgres-linux')
  expect(findDropped(all, { 'node_modules/postgres-linux': {} }, linux)).toBeUndefined()
  expect(findDropped(all, {}, { platform: 'linux', arch: 'arm64' })).toBeUndefined()
})
