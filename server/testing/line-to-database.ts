import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type pg from 'pg'
import { onTestFinished } from 'vitest'

type Mishap = 'silence' | 'end'

/** A proxy to the database that can stop passing data on, with or without closing the connections. */
export async function startLine({ host = '127.0.0.1', port = 5432 }: pg.ClientConfig) {
  const open = new Set<Socket>()
  let [opened, answers] = [0, 0]
  let carried: [near: Socket, far: Socket][] = []
  let awaited: { words: string; mishap: Mishap; befell: () => void } | undefined
  const server = createServer((near) => {
    opened += 1
    const far = connect({ host, port })
    for (const socket of [near, far]) socket.on('error', () => undefined)
    open.add(near)
    near.once('close', () => {
      open.delete(near)
      far.destroy()
    })
    far.on('data', () => {
      answers += 1
    })
    near.on('data', (said) => {
      if (awaited === undefined || !said.includes(awaited.words)) return
      const { mishap, befell } = awaited
      awaited = undefined
      if (mishap === 'end') near.destroy()
      else goSilent()
      befell()
    })
    near.pipe(far)
    far.pipe(near)
    carried.push([near, far])
  }).listen(0, '127.0.0.1')
  const goSilent = () => {
    for (const socket of carried.flat()) socket.unpipe().pause()
    carried = []
  }
  await once(server, 'listening')
  onTestFinished(() => {
    for (const near of open) near.destroy()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    opened: () => opened,
    open: () => open.size,
    answers: () => answers,
    goSilent,
    cut: () => {
      for (const near of open) near.destroy()
      carried = []
    },
    /** Makes the mishap happen to a connection when these words are next sent on it; resolves once it has happened. */
    befallAt: (words: string, mishap: Mishap) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      awaited = { words, mishap, befell: resolve }
      return promise
    },
  }
}
