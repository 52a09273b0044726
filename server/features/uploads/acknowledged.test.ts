import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { tusPath } from '#contract/media.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { uploadRoutes } from './uploads.routes.ts'

const { services, app, person } = await createTestKinora()
const { storage } = services

type Server = { request: (path: string, init: RequestInit) => Response | Promise<Response> }

const ask = (server: Server, { accessToken }: Person, path: string, init: RequestInit) =>
  server.request(path, {
    ...init,
    headers: { authorization: `Bearer ${accessToken}`, 'Tus-Resumable': '1.0.0', ...init.headers },
  })

async function begin(who: Person, size: number): Promise<string> {
  const headers = { 'Upload-Length': String(size), 'Upload-Metadata': `filename ${btoa(`${uuidv7()}.png`)}` }
  return (await ask(app, who, tusPath, { method: 'POST', headers })).headers.get('location') ?? ''
}

const patch = (server: Server, who: Person, path: string, body: Uint8Array<ArrayBuffer>, checksum = {}) =>
  ask(server, who, path, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '0', ...checksum },
    body,
  })

const offsetOf = async (who: Person, path: string) =>
  (await ask(app, who, path, { method: 'HEAD' })).headers.get('upload-offset')

/** The same server with a store whose writes do not finish until `release` is called. */
function withHeldMedium() {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isAsked = false
  const writeAt: Storage['writeAt'] = async (...given) => {
    const written = await storage.writeAt(...given)
    isAsked = true
    await promise
    return written
  }
  const held: Storage = new Proxy(storage, {
    get: (target, name) => (name === 'writeAt' ? writeAt : Reflect.get(target, name, target).bind(target)),
  })
  return { server: uploadRoutes({ ...services, storage: held }), isAsked: () => isAsked, release: resolve }
}

test.each([
  ['as it comes', () => ({})],
  [
    'with a checksum',
    (bytes: Buffer) => ({
      'Upload-Checksum': `sha256 ${createHash('sha256').update(bytes).digest('base64')}`,
    }),
  ],
])(
  'bytes sent %s are acknowledged once they have reached the medium, and not before',
  async (_, headersFor) => {
    const ana = await person()
    const bytes = randomBytes(50_000)
    const [path, another] = [await begin(ana, 2 * bytes.length), await begin(ana, 2 * bytes.length)]
    const { server, isAsked, release } = withHeldMedium()
    let isAnswered = false

    const answer = Promise.resolve(patch(server, ana, path, bytes, headersFor(bytes))).finally(() => {
      isAnswered = true
    })
    await expect.poll(isAsked).toBe(true)
    // Time enough for an answer: meanwhile another upload is begun, sent and acknowledged.
    expect((await patch(app, ana, another, bytes)).status).toBe(204)
    expect(await offsetOf(ana, path)).toBe('0')
    expect(isAnswered).toBe(false)

    release()
    expect((await answer).status).toBe(204)
    expect(await offsetOf(ana, path)).toBe(String(bytes.length))
    const id = path.split('/').at(-1) ?? ''
    expect((await buffer(await storage.read(`media/${ana.id}/${id}`))).equals(bytes)).toBe(true)
  },
)
