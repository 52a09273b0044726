import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import pg from 'pg'

/** The input of the bare server: the login, and for each question the statements that Kinora sends. */
export type BareSearch = {
  connection: pg.ClientConfig
  opening: string
  questions: { text: string; values: unknown[] }[][]
}

/*
 * The least that a server could do for a search: node:http and pg, exactly the statements that Kinora sends for the question of
 * that number, and the rows as JSON. Started by benches/search.bench.ts as a separate process.
 */
const work: BareSearch = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`
  names.set(text, name)
  return name
}

const pool = new pg.Pool({ ...work.connection, max: 2 })

const server = createServer(async (request, response) => {
  const number = Number(request.url?.slice(1))
  const client = await pool.connect()
  await client.query(work.opening)
  const found: object[] = []
  for (const { text, values } of work.questions[number] ?? []) {
    const { rows } = await client.query({ name: nameOf(text), text, values })
    found.push(...rows)
  }
  await client.query('commit')
  client.release()
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ json: found }))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
