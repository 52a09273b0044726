// `npm run db:types`: migrates an empty database of its own and writes the types of its tables.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../server/db/embedded/embedded.ts'
import { migrate } from '../server/db/migrate.ts'
import { generateTableTypes, tableTypesFile } from '../server/db/table-types.ts'

const folder = mkdtempSync(join(tmpdir(), 'kinora-types-'))
const database = await startEmbedded({ dataDir: folder, durable: false, log: () => undefined })
try {
  await migrate(database.login)
  await generateTableTypes(database.login, tableTypesFile)
  console.log(`Wrote ${tableTypesFile}`)
} finally {
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
