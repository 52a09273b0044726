import { createServer } from 'node:http'
import pg from 'pg'

/** The input of the bare server: the login, and the statements that Kinora sends. */
export type BareWork = {
  connection: pg.ClientConfig
  connections: number
  opening: string
  text: string
  values: unknown[]
}

/*
 * The least that a server could do for the stories list: node:http and pg, exactly the statements that Kinora sends, and the rows
 * as JSON. No routing, no token, no checks. Started by benches/stories.bench.ts as a separate process.
 */
const work: BareWork = JSON.parse(process.argv[2] ?? '')
const pool = new pg.Pool({ ...work.connection, max: work.connections })

const server = createServer(async (_request, response) => {
  const client = await pool.connect()
  await client.query(work.opening)
  const { rows } = await client.query({ name: 'stories', text: work.text, values: work.values })
  await client.query('commit')
  client.release()
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ json: { items: rows, nextCursor: null } }))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
