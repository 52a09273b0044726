import { fileURLToPath } from 'node:url'
import { prepareConnections } from '../../db/connections.ts'
import { migrate } from '../../db/migrate.ts'
import { openDatabase } from '../../db/open-database.ts'
import { readEnv, wholeEnvironment } from '../../env.ts'
import { createLog } from '../../log.ts'
import { StartError } from '../../start-error.ts'
import { differencesOf } from './check-seed.ts'
import { seedEmail, seedInstance, seedPassword } from './seed-instance.ts'
import { large, type SeedSize, small } from './sizes.ts'

/** `npm run seed`; with `--large`, as much as one instance has to support. Kinora must be stopped. */
const since = Date.now()
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const tell = (step: string): void => say(`${((Date.now() - since) / 1000).toFixed(0).padStart(5)} s  ${step}`)

try {
  await seed(sizeFrom(process.argv.slice(2)))
  process.exit()
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`, () => process.exit(1))
}

function sizeFrom(args: readonly string[]): SeedSize {
  const unknown = args.filter((arg) => arg !== '--large')
  if (unknown.length > 0) throw new StartError(`There is no ${unknown.join(' ')}. There is: --large.`)
  return args.length > 0 ? large : small
}

async function seed(size: SeedSize): Promise<void> {
  const env = readEnv({ DATA_DIR: './data-seed', ...wholeEnvironment() })
  const database = await openDatabase(env, createLog('warn'))
  try {
    const { owner } = await prepareConnections(database.login)
    await migrate(owner)
    // An object store is not filled with files: forty thousand of them would take longer than everything else.
    const media = env.storageUrl.startsWith('file:') ? fileURLToPath(env.storageUrl) : null
    await seedInstance(owner, size, media, tell)

    const sample = [1, size.large + 1, size.families]
    for (const family of sample) {
      tell(`compare family ${family} with what the triggers would write`)
      const differences = await differencesOf(owner, seedEmail(family))
      if (differences.length > 0)
        throw new StartError(`It was seeded otherwise than the triggers write:\n${differences.join('\n')}`)
    }
    tell(`done: ${size.families} families, ${size.lines} lines`)
    if (media === null) say('The files themselves were left out: only a folder is filled with them.')
    say(`Start it with DATA_DIR=${env.dataDir} npm start`)
    say(`and log in as ${seedEmail(1)} to ${seedEmail(size.families)} with the password “${seedPassword}”.`)
  } finally {
    await database.close()
  }
}
