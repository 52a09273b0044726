import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import { certificate, certificateKey } from './certificate.ts'

export type Pushed = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** A browser: the keys it subscribes with, and the way it decrypts push messages. */
export type TestBrowser = {
  keys: { p256dh: string; auth: string }
  read: (body: Buffer) => unknown
}

/** A push service over HTTPS that records what it is sent, and answers as it is told to. */
export async function startPushService() {
  const pushed: Pushed[] = []
  const answers: number[] = []
  const server = createServer({ cert: certificate, key: certificateKey }, async (request, response) => {
    pushed.push({ path: request.url ?? '', headers: request.headers, body: await buffer(request) })
    response.statusCode = answers.shift() ?? 201
    if (response.statusCode === 302) response.setHeader('Location', '/elsewhere')
    response.end('said at length')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`
  return { origin, pushed, answers, ca: certificate }
}

/** Keys of a browser, and decryption as a browser does it (RFC 8291 over RFC 8188, one record). */
export function createTestBrowser(): TestBrowser {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    read: (body) => {
      const salt = body.subarray(0, 16)
      const keyEnd = 21 + body.readUInt8(20)
      const theirs = body.subarray(21, keyEnd)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, theirs])
      const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(theirs), auth, info, 32))
      const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
      const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(body.subarray(-16))
      const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()])
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
    },
  }
}
