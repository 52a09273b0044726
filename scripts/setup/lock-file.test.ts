import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      optionalDependencies: z.record(z.string(), z.string()).optional(),
      resolved: z.string().optional(),
    }),
  ),
})
const { packages } = lockFile.parse(
  JSON.parse(readFileSync(`${import.meta.dirname}/../../package-lock.json`, 'utf8')),
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
