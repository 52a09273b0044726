import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { environmentForChildren } from './env.ts'
import { createLog } from './log.ts'
import { outputTo } from './log-output.ts'
import { freePort, urlOf } from './testing/addresses.ts'
import { createTestDatabase } from './testing/database.ts'
import { createDiskInMemory } from './testing/own-disk.ts'

/** Takes every write as a full disk does. */
const FULL = '/dev/full'
/** A small, real disk. Only root can mount one; without root, the test that needs it is skipped, and reported as skipped. */
const disk = createDiskInMemory('256k')

test.skipIf(!existsSync(FULL))(
  'Kinora runs on where the disk of its log is full, and ends as asked',
  async () => {
    // Migrated already: only what the server itself needs to start is waited for below.
    const { connection } = await createTestDatabase()
    const dataDir = mkdtempSync(join(tmpdir(), 'kinora-log-'))
    const [output, port] = [openSync(FULL, 'w'), await freePort()]
    const settings = {
      DATA_DIR: dataDir,
      DATABASE_URL: urlOf(connection),
      PORT: String(port),
      LOG_LEVEL: 'info',
    }
    const server = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
      stdio: ['ignore', output, output],
      env: { ...environmentForChildren(), ...settings },
    })
    closeSync(output)
    onTestFinished(async () => {
      server.kill('SIGKILL')
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
      rmSync(dataDir, { recursive: true, force: true })
    })
    const health = () => fetch(`http://127.0.0.1:${port}/health`).then(({ status }) => status, String)

    await expect.poll(health, { timeout: 30_000 }).toBe(200)
    for (let count = 0; count < 5; count += 1) expect(await health()).toBe(200)

    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
  },
)

test.skipIf(disk === null)('lines that find no room are dropped, and with room the log goes on', async () => {
  if (!disk) return
  const [filler, path] = [join(disk.folder, 'filler'), join(disk.folder, 'log')]
  const file = openSync(path, 'a')
  onTestFinished(() => closeSync(file))
  const log = createLog('info', outputTo(file))
  const written = () => readFileSync(path, 'utf8')
  log.info('before')
  await expect.poll(written).toContain('before')

  expect(() => writeFileSync(filler, Buffer.alloc(1_000_000))).toThrow(/ENOSPC/)
  const long = 'long'.repeat(5_000)
  log.info({ long }, 'lost')
  await expect(appendFile(path, long)).rejects.toThrow('ENOSPC')
  rmSync(filler)

  const goesOn = () => {
    log.info('after')
    return written()
  }
  await expect.poll(goesOn).toContain('after')
  expect(written()).not.toContain('lost')
  expect(JSON.parse(written().trim().split('\n').at(-1) ?? '')).toMatchObject({ msg: 'after' })
})
