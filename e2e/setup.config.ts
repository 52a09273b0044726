import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { makeBlankDatabase } from './blank-database.ts'

const root = resolve(import.meta.dirname, '..')

/** Builds what the server serves, if its sources have changed, and makes the database that each server starts with. */
export default async function setUp(): Promise<() => Promise<void>> {
  execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { cwd: root, stdio: 'inherit' })
  return makeBlankDatabase()
}
