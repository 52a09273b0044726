import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { environmentForChildren } from './env.ts'
import { newFolder } from './testing/backups.ts'

const node = [process.execPath, join(import.meta.dirname, 'main.ts')]
/** Root can read every file unless it drops these capabilities. */
const ordinary =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', ...node] : node

test.skipIf(process.platform === 'win32').each(['file', 'folder'])(
  'a %s to restore from that belongs to another account is told as that, before anything is started',
  (kind) => {
    const folder = newFolder()
    const path = join(folder, 'closed')
    if (kind === 'file') writeFileSync(path, 'PK')
    else mkdirSync(path)
    chmodSync(path, 0)

    const [program = '', ...args] = [...ordinary, 'restore', path]
    const { status, stderr } = spawnSync(program, args, {
      env: { ...environmentForChildren(), DATA_DIR: join(folder, 'data') },
      encoding: 'utf8',
    })

    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `This account may not read ${path}. Give it to the account that Kinora runs as, and try again.\n`,
    })
  },
)
