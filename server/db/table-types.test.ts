import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { TEMPLATE } from '../testing/cluster.ts'
import { generateTableTypes, tableTypesFile } from './table-types.ts'

test('the types of the tables are those of the migrations; if not, `npm run db:types` writes them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-types-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const fresh = join(folder, 'tables.ts')

  await generateTableTypes({ ...inject('cluster').login, database: TEMPLATE }, fresh)

  expect(readFileSync(tableTypesFile, 'utf8')).toBe(readFileSync(fresh, 'utf8'))
})
