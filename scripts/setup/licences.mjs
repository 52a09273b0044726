import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './places.mjs'

/** @typedef {{ name: string, version: string, licence: string, isShipped: boolean }} Package */
/** @typedef {{ packages: Record<string, { version?: string, license?: string | undefined, dev?: boolean }> }} LockFile */

/** Licences that let a MIT-licensed program use a package as it is, by their SPDX names. */
const compatible = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
  'CC0-1.0',
  // Of files: theirs stay under it, ours do not come under it.
  'MPL-2.0',
  // A library in a file of its own, which anybody can put another in the place of.
  'LGPL-2.1',
  'LGPL-3.0-or-later',
  // Fonts.
  'OFL-1.1',
])

/**
 * What old packages say elsewhere than in the field that npm reads: as seen in their files.
 * @type {Record<string, string>}
 */
const seenInFiles = {
  busboy: 'MIT',
  'combine-errors': 'MIT',
  dicer: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
  'png-js': 'MIT',
  streamsearch: 'MIT',
}

/** @returns {LockFile} */
export function readLockFile() {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
}

/**
 * Every package once, in order of name and version.
 *
 * @param {LockFile} lockFile
 * @returns {Package[]}
 */
function packagesOf({ packages }) {
  /** @type {Map<string, Package>} */
  const found = new Map()
  for (const [path, { version = '', license, dev = false }] of Object.entries(packages)) {
    if (path === '') continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const key = `${name} ${version}`
    const isShipped = !dev || (found.get(key)?.isShipped ?? false)
    found.set(key, { name, version, licence: license ?? seenInFiles[name] ?? 'unknown', isShipped })
  }
  return [...found.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version))
}

/** @param {string} a @param {string} b */
const compare = (a, b) => Number(a > b) - Number(a < b)

/**
 * What comes with Kinora under terms that do not go with it. `A OR B` is ours to choose from, `A AND B` binds by both.
 * What only our own tests and benches use is handed to nobody.
 *
 * @param {LockFile} lockFile
 * @returns {Package[]}
 */
export function findIncompatible(lockFile) {
  return packagesOf(lockFile).filter(({ isShipped, licence }) => isShipped && !goesWithUs(licence))
}

/**
 * What has brackets inside is for a person to read: `(A OR B) AND C` binds by C.
 *
 * @param {string} expression
 */
function goesWithUs(expression) {
  const plain = expression.replace(/^\(([^()]*)\)$/, '$1')
  if (/[()]/.test(plain)) return false
  const choices = plain.split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((name) => compatible.has(name)))
}

/**
 * A page of all packages by licence.
 *
 * @param {LockFile} lockFile
 */
export function listLicences(lockFile) {
  const packages = packagesOf(lockFile)
  const shipped = packages.filter(({ isShipped }) => isShipped)
  const forTests = packages.filter(({ isShipped }) => !isShipped)
  return `# Licences of what we build on

Kinora is under the [MIT licence](../LICENSE). Written by \`npm run licences\` from the lock file; packages of platforms
other than yours are named, too. A test fails when a package that comes with Kinora has terms that do not go with it.
\`npm run --silent sbom\` prints the software bill of materials (CycloneDX).

Beside npm's packages: the typeface Literata in \`server/print/fonts\` (OFL-1.1, the licence lies beside it). The embedded
PostgreSQL is under the PostgreSQL licence. ffmpeg is used where the machine has it and does not come with Kinora.

## With Kinora (${shipped.length})

${tableOf(shipped)}

## Only for its tests and benches (${forTests.length})

${tableOf(forTests)}
`
}

/** @param {Package[]} packages */
function tableOf(packages) {
  const byLicence = Map.groupBy(packages, ({ licence }) => licence)
  const rows = [...byLicence]
    .sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || compare(a, b))
    .map(
      ([licence, of]) => `| ${licence} | ${of.map(({ name, version }) => `${name} ${version}`).join(', ')} |`,
    )
  return ['| licence | packages |', '|---|---|', ...rows].join('\n')
}
