import { test as withServer } from './test.ts'
import { startServerWithDatabase, type TranscriptServer } from './transcripts.ts'

type WorkerFixtures = {
  /** The server with its database, shared by the tests of one file. */
  world: TranscriptServer
}

/** The test with a server whose database can be written to directly. */
export const test = withServer.extend<object, WorkerFixtures>({
  world: [
    async ({ settings }, use) => {
      const world = await startServerWithDatabase(settings)
      await use(world)
      await world.remove()
    },
    { scope: 'worker' },
  ],
  server: [async ({ world }, use) => use(world.server), { scope: 'worker' }],
})
