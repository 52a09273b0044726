import { randomBytes } from 'node:crypto'
import { type Agent, type IncomingHttpHeaders, request } from 'node:http'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { tusPath } from '#contract/media.ts'
import { contentDigestOf } from '../../server/sha256.ts'

/** A person whose sessions are simulated: one family of the seeded instance, and the story in it that they work on. */
export type Person = {
  token: string
  storyId: string
  recordingId: string
  mediaId: string
  /** A recording that continues throughout the visit. */
  upload: { id: string; next: number }
  lines: { id: string; version: number }[]
  /** A word that was said in this family. */
  word: string
}

export type Ask = (path: string, how?: How) => Promise<Answer>
type How = { method?: string; json?: unknown; body?: Buffer; headers?: Record<string, string> }
export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** Returns a function that sends requests as one person over kept-alive connections, and reports each request. */
export function asking(origin: string, agent: Agent, token: string, onRequest = () => {}): Ask {
  return (path, { method = 'GET', json, body, headers = {} } = {}) =>
    new Promise((resolve, reject) => {
      onRequest()
      const bytes = json === undefined ? body : Buffer.from(JSON.stringify(json))
      const type = json === undefined ? {} : { 'content-type': 'application/json' }
      const length = bytes === undefined ? {} : { 'content-length': String(bytes.length) }
      const all = { authorization: `Bearer ${token}`, ...type, ...length, ...headers }
      const sent = request(new URL(path, origin), { agent, method, headers: all }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts),
          }),
        )
      })
      sent.on('error', reject)
      sent.end(bytes)
    })
}

const rpc = (ask: Ask, procedure: string, input?: object) =>
  ask(`/rpc/${procedure}`, { method: 'POST', json: { json: input } })
const jsonOf = ({ body }: Answer): unknown => JSON.parse(body.toString())
const address = z.object({ json: z.object({ url: z.string() }) })
const linesPage = z.object({
  json: z.object({ items: z.array(z.object({ id: z.string(), version: z.int() })) }),
})
const change = z.object({
  json: z.object({ lines: z.array(z.object({ id: z.string(), version: z.int() })) }),
})
const chunk = randomBytes(64 * 1024)
const side = 150
const picture = await sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
  .png()
  .toBuffer()

/** What people do, with a weight in percent. Each action returns its last answer. */
export const actions: Record<string, { weight: number; run: (ask: Ask, who: Person) => Promise<Answer> }> = {
  dashboard: {
    weight: 15,
    run: async (ask) => {
      const asked = [rpc(ask, 'account/dashboard'), rpc(ask, 'account/waiting'), rpc(ask, 'account/profile')]
      return worst(await Promise.all([...asked, rpc(ask, 'stories/list', { limit: 6 })]))
    },
  },
  'stories list': { weight: 15, run: (ask) => rpc(ask, 'stories/list', { limit: 50 }) },
  'story page': {
    weight: 20,
    run: async (ask, { storyId, recordingId }) => {
      const asked = [
        rpc(ask, 'stories/get', { id: storyId }),
        rpc(ask, 'transcripts/get', { id: recordingId }),
      ]
      return worst(await Promise.all([...asked, rpc(ask, 'comments/list', { storyId, limit: 20 })]))
    },
  },
  'transcript lines': {
    weight: 5,
    run: async (ask, who) => {
      const answer = await rpc(ask, 'transcripts/lines', { id: who.recordingId, limit: 100 })
      if (answer.status === 200) who.lines = linesPage.parse(jsonOf(answer)).json.items
      return answer
    },
  },
  search: { weight: 10, run: (ask, { word }) => rpc(ask, 'search/find', { q: word }) },
  'play a range': {
    weight: 20,
    run: async (ask, { mediaId }) => {
      const answer = await rpc(ask, 'media/address', { id: mediaId })
      if (answer.status !== 200) return answer
      const from = Math.floor(Math.random() * 100_000)
      return ask(address.parse(jsonOf(answer)).json.url, {
        headers: { range: `bytes=${from}-${from + 262_143}` },
      })
    },
  },
  'edit a line': {
    weight: 5,
    run: async (ask, who) => {
      const line = who.lines[Math.floor(Math.random() * who.lines.length)]
      if (!line) return rpc(ask, 'transcripts/get', { id: who.recordingId })
      const place = { id: uuidv7(), lineId: line.id, baseVersion: line.version }
      const command = { type: 'replaceWords', ...place, from: 0, to: 1, text: 'indeed' }
      const answer = await rpc(ask, 'transcripts/edit', { id: who.recordingId, commands: [command] })
      if (answer.status === 200)
        line.version = change.parse(jsonOf(answer)).json.lines[0]?.version ?? line.version
      return answer
    },
  },
  'upload a chunk': {
    weight: 8,
    run: async (ask, who) => {
      const { upload } = who
      if (upload.next === 0) await begin(ask, who)
      const index = upload.next
      upload.next += 1
      const answer = await ask(`/media/recordings/${upload.id}/chunks/${index}`, {
        method: 'PUT',
        body: chunk,
        headers: { 'content-digest': contentDigestOf(chunk) },
      })
      if (answer.status !== 200) upload.next = index
      return answer
    },
  },
  'upload a picture': {
    weight: 2,
    run: async (ask) => {
      const tus = { 'Tus-Resumable': '1.0.0' }
      const begun = await ask(tusPath, {
        method: 'POST',
        headers: {
          ...tus,
          'Upload-Length': String(picture.length),
          'Upload-Metadata': `filename ${btoa('harvest.png')}`,
        },
      })
      const { location } = begun.headers
      if (location === undefined) return begun
      const headers = { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' }
      return ask(location, { method: 'PATCH', body: picture, headers })
    },
  },
}

async function begin(ask: Ask, { upload }: Person): Promise<void> {
  const start = { id: upload.id, story: { id: uuidv7(), title: 'Told under load' }, part: 0, kind: 'audio' }
  await rpc(ask, 'recordings/start', {
    ...start,
    mimeType: 'audio/webm',
    quality: 'high',
    startedAt: new Date().toISOString(),
  })
}

const worst = (answers: Answer[]): Answer => {
  const [first] = answers.toSorted((a, b) => b.status - a.status)
  if (!first) throw new Error('nothing was asked')
  return first
}
