import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { asWorker } from '../server/db/actor.ts'
import { startingAs } from '../server/db/connections.ts'
import { createDatabase, type Database } from '../server/db/database.ts'
import { startEmbedded } from '../server/db/embedded/embedded.ts'
import { createPool } from '../server/db/pool.ts'
import { keepHeard, keepPieces } from '../server/features/transcripts/pieces.ts'
import { requestTranscript } from '../server/features/transcripts/transcripts.ts'
import type { Person as ServerPerson } from '../server/testing/family.ts'
import { recordWhole } from '../server/testing/recorder.ts'
import { copyBlankDatabase } from './blank-database.ts'
import type { Person } from './person.ts'
import { startServer, type TestServer } from './server.ts'

export type TranscriptServer = {
  server: TestServer
  db: Database
  /** Runs one statement as the owner of the database, for what no role of Kinora's may do, such as using up a month's hours. */
  asOwner: (statement: string, values: readonly unknown[]) => Promise<void>
  remove: () => Promise<void>
}

/** A server whose database can be written to directly, as its worker does when it has transcribed something. */
export async function startServerWithDatabase(env: Record<string, string> = {}): Promise<TranscriptServer> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-e2e-database-'))
  copyBlankDatabase(folder)
  const embedded = await startEmbedded({ dataDir: folder, durable: false, log: () => undefined })
  const { login, superuser } = embedded
  const url = `postgres://${login.user}:${login.password}@${login.host}:${login.port}/${login.database}`
  const server = await startServer({ DATABASE_URL: url, ...env })
  const pool = createPool(startingAs(login, 'kinora_server'), { max: 2, onError: () => undefined })
  const db = createDatabase(pool)
  return {
    server,
    db,
    asOwner: async (statement, values) => {
      const owner = createPool(
        { ...superuser, database: login.database },
        { max: 1, onError: () => undefined },
      )
      await owner.query(statement, [...values]).finally(() => owner.end())
    },
    remove: async () => {
      await db.destroy()
      await server.remove()
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * What was said: the speaker, the start, and the words, a quarter of a second each. A `?` before a word makes its confidence low.
 */
export type Talk = { speaker: string; startMs: number; text: string }

/** A recording that was sent, with a transcript of these talks. */
export async function heard(
  { server, db }: TranscriptServer,
  person: Person,
  film: Buffer,
  talks: readonly Talk[],
  given: { storyId?: string; part?: number } = {},
): Promise<{ id: string; storyId: string }> {
  const storyId = given.storyId ?? uuidv7()
  const { id } = await recordWhole(asSeenByServer(server, person), new Uint8Array(film), {
    storyId,
    part: given.part ?? 0,
    transcribe: false,
  })
  const key = { userId: person.id, transcriptId: id }
  const words = talks.flatMap(({ speaker, startMs, text }) =>
    text.split(' ').map((word, index) => ({
      text: word.replace(/^\?/, ''),
      startMs: startMs + index * 250,
      endMs: startMs + index * 250 + 220,
      confidence: word.startsWith('?') ? 0.3 : 0.95,
      speaker,
    })),
  )
  const piece = { index: 0, startMs: 0, endMs: Math.max(...words.map((word) => word.endMs)) + 500 }
  await asWorker(db, person.id, async (tx) => {
    await requestTranscript(tx, person.id, id)
    await keepPieces(tx, key, [piece])
    await keepHeard(tx, key, piece, { words, language: 'en-US' }, null)
    await tx
      .updateTable('transcripts')
      .set({ state: 'completed', engine: 'test' })
      .where('user_id', '=', person.id)
      .where('id', '=', id)
      .execute()
  })
  return { id, storyId }
}

/** A person of a browser test in the form that the server's own test helpers expect. */
export function asSeenByServer(
  server: Pick<TestServer, 'origin'>,
  { id, email, token, api }: Person,
): ServerPerson {
  return {
    id,
    email,
    accessToken: token,
    claims: { sub: id },
    client: api,
    request: (path, init = {}) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${token}`)
      return fetch(server.origin + path, { ...init, headers })
    },
  }
}
