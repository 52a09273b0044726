import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { nodePackageFor } from './places.mjs'

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      optionalDependencies: z.record(z.string(), z.string()).optional(),
      resolved: z.string().optional(),
      hasInstallScript: z.boolean().optional(),
      // A list or, in the packages that contain Node, a single name.
      os: z.union([z.string(), z.array(z.string())]).optional(),
      cpu: z.union([z.string(), z.array(z.string())]).optional(),
      integrity: z.string().optional(),
    }),
  ),
})
const packageFile = z.object({
  allowScripts: z.record(z.string(), z.boolean()),
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
})
const { packages } = lockFile.parse(readJson('package-lock.json'))
const { allowScripts, dependencies, devDependencies, optionalDependencies } = packageFile.parse(
  readJson('package.json'),
)

test('the lock file names the packages of every platform, so that npm ci works on all of them', () => {
  const wanted = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ path, name })),
  )
  const missing = wanted.filter(
    ({ path, name }) =>
      !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
  )
  expect(missing).toEqual([])
})

test('the lock file names no address to download from, so that any registry will do', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([])
})

test('a package runs a script when it is installed only if package.json says so, and says for each whether it may', () => {
  const withScript = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
  const names = withScript.map(([path]) =>
    path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
  )
  expect(Object.keys(allowScripts).toSorted()).toEqual([...new Set(names)].toSorted())
})

test('each dependency is one version and not a range', () => {
  const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(all.length).toBeGreaterThan(0)
  expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(-[a-z\d.]+)?$/.test(version))).toEqual([])
})

test.each([
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
  ['win32', 'x64'],
] as const)(
  'the Node for %s on %s is one version with the others, and held to its hash',
  (platform, arch) => {
    const name = nodePackageFor(platform, arch)
    expect(optionalDependencies[name]).toBe(process.versions.node)
    expect(packages[`node_modules/${name}`]).toMatchObject({
      os: platform,
      cpu: arch,
      integrity: expect.stringMatching(/^sha512-/),
    })
  },
)

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(`${import.meta.dirname}/../../${name}`, 'utf8'))
}
