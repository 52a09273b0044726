import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'

export type Statement = { text: string; values: unknown[] }
export type BareRefreshes = {
  connection: pg.ClientConfig
  connections: number
  /** For each session, exactly the statements of one refresh. */
  sessions: Statement[][]
  answer: unknown
}

/*
 * The least that a server could do for a refresh: node:http and pg, exactly the statements of one refresh, and an answer of the
 * same size. No token is checked or made. Started by benches/auth.bench.ts as a separate process.
 */
const work: BareRefreshes = JSON.parse(process.argv[2] ?? '')
const pool = new pg.Pool({ ...work.connection, max: work.connections })

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { refresh_token: session } = JSON.parse(Buffer.concat(chunks).toString())

  const client = await pool.connect()
  for (const { text, values } of work.sessions[Number(session)] ?? [])
    await client.query(prepared(text, values))
  client.release()
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(work.answer))
})

const names = new Map<string, string>()

/** Prepared, as in the service. Each refresh inserts a new row into the audit log, so its id must be new. */
function prepared(text: string, values: unknown[]): string | pg.QueryConfig {
  if (values.length === 0) return text

  const name = names.get(text) ?? `bare${names.size}`
  names.set(text, name)
  return { name, text, values: text.includes('insert into') ? [randomUUID(), ...values.slice(1)] : values }
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
