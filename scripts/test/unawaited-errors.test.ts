import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../setup/places.mjs'

test('an error that no test had waited for is written down with the file that ran just then', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'kinora-unawaited-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [file, report] = [join(folder, 'line.test.js'), join(folder, 'unawaited.json')]
  writeFileSync(file, `test('passes', () => void Promise.reject(new TypeError('nobody waited')))`)

  await new Promise<void>((ended) => {
    const program = join(root, 'node_modules', 'vitest', 'vitest.mjs')
    const reporter = `--reporter=${join(import.meta.dirname, 'unawaited-errors.config.ts')}`
    const env = { ...process.env, KINORA_UNAWAITED_ERRORS: report }
    execFile(process.execPath, [program, 'run', '--root', folder, '--globals', reporter], { env }, () =>
      ended(),
    )
  })

  expect(JSON.parse(readFileSync(report, 'utf8'))).toEqual([{ file, reason: 'TypeError: nobody waited' }])
})
