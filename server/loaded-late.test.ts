import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { environmentForChildren } from './env.ts'

/** Heavy packages that most servers never need, or not for a long time. */
const LATE = [
  'stripe',
  '@simplewebauthn/server',
  'pdfkit',
  '@aws-sdk/client-s3',
  'harper.js',
  'nodemailer',
  'sharp',
  'archiver',
  'yauzl',
  'web-push',
  'file-type',
  'bcryptjs',
  '@tus/server',
  '@noble/curves/secp256k1.js',
  '@orpc/openapi',
  '@orpc/zod/zod4',
  'openid-client',
  'graphile-worker',
]

/** Loads the whole server in a separate process and lists the packages that were loaded. */
const script = `
  import { registerHooks } from 'node:module'
  const loaded = new Set()
  registerHooks({
    resolve: (specifier, context, next) => {
      loaded.add(specifier)
      return next(specifier, context)
    },
  })
  for (const file of ['run.ts', 'job-handlers.ts']) await import('${import.meta.dirname}/' + file)
  console.log(JSON.stringify([...loaded]))
  process.exit()`

test('a server that starts loads nothing that is heavy and that it may never need', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script],
    { env: environmentForChildren(), maxBuffer: 10_000_000 },
  )
  const loaded: string[] = JSON.parse(stdout)
  expect(loaded).toContain('kysely')
  expect(loaded.filter((name) => LATE.includes(name))).toEqual([])
})
