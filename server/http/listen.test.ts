import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { freePort } from '../testing/addresses.ts'
import type { HttpEnv } from './http-env.ts'
import { listen, ownOrigin } from './listen.ts'

const inHex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0')

/** The kernel's timer of a connection's server end: man 5 proc, /proc/net/tcp; 02 is the one that asks whether the other end lives. */
async function timerOf(serverPort: number, clientPort: number): Promise<string | undefined> {
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((line) => line.trim().split(/\s+/))
  const isIt = ([, here, there]: string[]) =>
    here?.endsWith(`:${inHex(serverPort)}`) && there?.endsWith(`:${inHex(clientPort)}`)
  return lines.find(isIt)?.[5]?.slice(0, 2)
}

test.runIf(process.platform === 'linux')('a device that is gone without a word is noticed', async () => {
  const port = await freePort()
  const { stop } = await listen(new Hono(), { host: '127.0.0.1', port })
  const line = connect(port, '127.0.0.1')
  await once(line, 'connect')

  await expect.poll(() => timerOf(port, line.localPort ?? 0)).toBe('02')

  line.destroy()
  await stop()
})

test.each(['127.0.0.1', '0.0.0.0', 'localhost', '::', '::1'])(
  'a server that listens at %s is reached by its own machine',
  async (host) => {
    const place = { host, port: await freePort() }
    const app = new Hono<HttpEnv>()
    app.get('/', (c) => c.text('here'))
    const { stop } = await listen(app, place)

    expect(await (await fetch(ownOrigin(place))).text()).toBe('here')

    await stop()
  },
)
