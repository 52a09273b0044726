import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { environmentForChildren } from './env.ts'
import { urlOf } from './testing/addresses.ts'
import { keepFile, newFolder } from './testing/backups.ts'
import { createTestKinora } from './testing/kinora.ts'

const kinora = await createTestKinora()
const main = join(import.meta.dirname, 'main.ts')
/** 512 bytes each, or 1024 in some shells: in both fewer than the file below has. */
const BLOCKS = 4000

test('a backup into a folder whose file system takes no file so large says so, and where it could go', async () => {
  await keepFile(kinora, await kinora.person(), randomBytes(6_000_000))
  const folder = newFolder()

  // The limit of a process ends a write with EFBIG, as FAT32 does beyond 4 GB.
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', `ulimit -f ${BLOCKS}; exec "$@"`, 'sh', process.execPath, main, 'backup', folder],
    {
      encoding: 'utf8',
      env: {
        ...environmentForChildren(),
        DATABASE_URL: urlOf(kinora.database.connection),
        DATA_DIR: kinora.services.env.dataDir,
      },
    },
  )

  expect(status).toBe(1)
  expect(stderr).toContain(`larger than the file system of ${folder} takes`)
  expect(stderr).not.toContain('should not happen')
})
