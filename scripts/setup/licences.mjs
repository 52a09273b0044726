import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './places.mjs'

/** @typedef {{ name: string, version: string, licence: string, isShipped: boolean }} Package */
/** @typedef {{ packages: Record<string, { version?: string, license?: string | undefined, dev?: boolean }> }} LockFile */

/** Licences that let an MIT-licensed program use a package unchanged, by their SPDX names. */
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
  // Covers single files: the package's files stay under it, and Kinora's do not come under it.
  'MPL-2.0',
  // For a library in a file of its own, which anybody can replace with another version.
  'LGPL-2.1',
  'LGPL-3.0-or-later',
  // Fonts.
  'OFL-1.1',
])

/**
 * Licences that old packages state only in their files, not in the field that npm reads.
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
 * Every package and version once, sorted by name and version.
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
 * The packages that are shipped with Kinora under incompatible licences. Of `A OR B` one may be chosen; `A AND B` binds to both.
 * Packages that only Kinora's own tests and benches use do not count, because they are not distributed.
 *
 * @param {LockFile} lockFile
 * @returns {Package[]}
 */
export function findIncompatible(lockFile) {
  return packagesOf(lockFile).filter(({ isShipped, licence }) => isShipped && !goesWithUs(licence))
}

/**
 * Whether an SPDX expression is compatible. Nested brackets are left for a person to read: `(A OR B) AND C` binds to C.
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
