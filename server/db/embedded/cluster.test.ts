import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StartError } from '../../start-error.ts'
import { initialiseCluster } from './cluster.ts'

test.runIf(process.platform !== 'win32')(
  'a folder whose name a shell would read otherwise stops the first start with a sentence, and makes nothing',
  async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'kinora-cluster-')), 'postgres')
    for (const name of ['the "old" stories', '$HOME', 'a `b`', 'a\\b']) {
      const bin = `/srv/${name}/bin`
      const made = initialiseCluster(
        { folder, identity: undefined, binaries: { initdb: `${bin}/initdb`, postgres: `${bin}/postgres` } },
        'a password',
        false,
      )
      await expect(made).rejects.toThrow(StartError)
      await expect(made).rejects.toThrow(bin)
      expect(existsSync(`${folder}.new`)).toBe(false)
    }
  },
)
