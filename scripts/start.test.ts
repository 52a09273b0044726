import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { isAlive } from '../server/db/embedded/orphan.ts'
import { launch, launchUntilReady, newPlace, untilGone } from '../server/testing/started-kinora.ts'

const patience = { timeout: 60_000 }

test('a start says where it answers, and answers there', patience, async () => {
  const { address } = await launchUntilReady(await newPlace())

  expect(await (await fetch(address)).text()).toContain('<title>')
  expect(await (await fetch(`${address}/health`)).json()).toMatchObject({ status: 'ok', worker: 'running' })
})

test('a second start on the same data says so and ends, and the first goes on', patience, async () => {
  const place = await newPlace()
  const first = await launchUntilReady(place)
  const second = launch({ ...place, port: (await newPlace()).port })

  expect(await second.ended()).toBe(1)
  expect(second.output()).toContain(`Kinora is already running on the data in ${place.dataDir}`)
  expect(second.output()).toContain(first.address)
  expect((await fetch(`${first.address}/health`)).status).toBe(200)
})

test('Ctrl-C ends everything, the database too', patience, async () => {
  const started = await launchUntilReady(await newPlace())
  const { server, database } = started.pids()

  started.signalAll('SIGINT')

  expect(await started.ended()).toBe(0)
  expect([server, database].filter(isAlive)).toEqual([])
})

test('after a killed server the next start finds everything as it was', patience, async () => {
  const place = await newPlace()
  const killed = await launchUntilReady(place)
  const account = { email: 'ada@example.com', password: 'wild geese' }
  const headers = { 'content-type': 'application/json' }
  const post = { method: 'POST', headers, body: JSON.stringify(account) }
  const signedUp = await fetch(`${killed.address}/auth/v1/signup`, post)
  expect(signedUp.status).toBe(200)

  process.kill(killed.pids().server, 'SIGKILL')
  await killed.ended()
  const again = await launchUntilReady(place)

  const signedIn = await fetch(`${again.address}/auth/v1/token?grant_type=password`, post)
  expect(signedIn.status).toBe(200)
})

test(
  'when everything but the database is killed, the database ends and the next start works',
  patience,
  async () => {
    const place = await newPlace()
    const killed = await launchUntilReady(place)
    const { database } = killed.pids()

    killed.signalAll('SIGKILL')
    const again = await launchUntilReady(place)

    await untilGone([database])
    expect((await fetch(`${again.address}/health`)).status).toBe(200)
  },
)

test('a server does not outlive the script that started it', patience, async () => {
  const place = await newPlace()
  const killed = await launchUntilReady(place)
  const { script, server, database } = killed.pids()

  process.kill(script, 'SIGKILL')

  await untilGone([server, database])
})

test('a port in use is told in a sentence, and nothing is left running', patience, async () => {
  const place = await newPlace()
  const other = createServer().listen(place.port, '127.0.0.1')
  onTestFinished(() => void other.close())
  const started = launch(place)

  expect(await started.ended()).toBe(1)
  expect(started.output()).toContain(`Another program already answers on port ${place.port}.`)
  expect(() => started.pids()).toThrow(/ENOENT/)
})

test('wrong settings are told all at once, before anything is started', patience, async () => {
  const started = launch(await newPlace(), { PORT: 'many', ROLE: 'king' })

  expect(await started.ended()).toBe(1)
  expect(started.output()).toMatch(/ {2}PORT: .*\n {2}ROLE: /)
})
