import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { freePort } from './addresses.ts'
import { newFolder } from './backups.ts'
import { hasNginx, startFront, startRoundRobin } from './front.ts'

test.skipIf(!hasNginx)(
  'nginx as our guide sets it up writes no permission of an address down, also where no machine answers',
  async () => {
    const [port, folder, there, gone] = [await freePort(), newFolder(), await freePort(), await freePort()]
    const machine = createServer((_, answer) => answer.end('bytes'))
    machine.listen(there, '127.0.0.1')
    await once(machine, 'listening')
    onTestFinished(() => void machine.close())
    const front = `http://127.0.0.1:${port}`
    const get = (path: string) =>
      fetch(front + path, { headers: { referer: `${front}/app?signature=the-permission` } })
    const stop = await startFront(port, [`http://127.0.0.1:${there}`, `http://127.0.0.1:${gone}`], folder)
    onTestFinished(stop)
    await expect
      .poll(() =>
        get('/health').then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true)

    for (let turn = 0; turn < 4; turn += 1) {
      expect((await get('/media/a-film?signature=the-permission')).status).toBe(200)
    }
    machine.close()
    machine.closeAllConnections()
    expect((await get('/media/a-film?signature=the-permission')).status).toBe(502)

    const written = () => readdirSync(folder).filter((name) => name.endsWith('.log'))
    const told = () =>
      written()
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join('')
    await expect.poll(told).toMatch(/GET \/media\/a-film 502 /)
    expect(told()).toMatch(/GET \/media\/a-film 200 5 /)
    expect(told()).not.toContain('the-permission')
    expect(written()).toEqual(expect.arrayContaining(['kinora.access.log', 'kinora.error.log']))
  },
)

test.skipIf(!hasNginx)(
  'nginx as our guide sets it up passes the longest token on that an account may have, both ways',
  async () => {
    const [port, there] = [await freePort(), await freePort()]
    const machine = createServer(({ headers: { authorization = '' } }, answer) => {
      answer.writeHead(200, { location: `/app#${authorization}` }).end('heard')
    })
    machine.listen(there, '127.0.0.1')
    await once(machine, 'listening')
    onTestFinished(() => void machine.close())
    onTestFinished(await startFront(port, [`http://127.0.0.1:${there}`]))
    const get = async (authorization: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { authorization } })
      return [await answer.text(), answer.headers.get('location')?.length]
    }
    await expect.poll(() => get('').catch(() => [])).toContain('heard')

    // The account's data with the other claims, in base64, and the signature.
    const claims = Buffer.alloc(limits.accountDataBytes + 1_000, 'x').toString('base64url')
    const longest = `Bearer ${claims}.${'s'.repeat(100)}`
    expect(await get(longest)).toEqual(['heard', `/app#${longest}`.length])
  },
)

const fronts = [
  ['what stands in front here', startFront],
  ['the stand-in for nginx', startRoundRobin],
] as const

test.each(fronts)('%s finds the files of either version while a release is replaced', async (_, start) => {
  const [port, ...ports] = [await freePort(), await freePort(), await freePort()]
  for (const [version, there] of ports.entries()) {
    const machine = createServer(({ url }, answer) => {
      answer.writeHead(url === `/assets/page-${version}.js` ? 200 : 404).end(`version ${version}`)
    })
    machine.listen(there, '127.0.0.1')
    await once(machine, 'listening')
    onTestFinished(() => void machine.close())
  }
  onTestFinished(
    await start(
      port,
      ports.map((one) => `http://127.0.0.1:${one}`),
    ),
  )
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  await expect
    .poll(() =>
      get('/').then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(404)

  for (let turn = 0; turn < 4; turn += 1) {
    expect(await (await get('/assets/page-0.js')).text()).toBe('version 0')
    expect(await (await get('/assets/page-1.js')).text()).toBe('version 1')
    expect((await get('/assets/page-2.js')).status).toBe(404)
  }
})

test.each(fronts)(
  '%s passes a machine over that is being replaced, and says so when none is left',
  async (_, start) => {
    const [port, there, gone] = [await freePort(), await freePort(), await freePort()]
    const machine = createServer((incoming, answer) => incoming.pipe(answer))
    machine.listen(there, '127.0.0.1')
    await once(machine, 'listening')
    onTestFinished(() => void machine.close())
    onTestFinished(await start(port, [`http://127.0.0.1:${there}`, `http://127.0.0.1:${gone}`]))
    const send = (body: string) => fetch(`http://127.0.0.1:${port}/`, { method: 'PUT', body })
    await expect.poll(() => send('').catch(() => ({ status: 0 }))).toMatchObject({ status: 200 })

    for (let turn = 0; turn < 4; turn += 1)
      expect(await (await send(`a story ${turn}`)).text()).toBe(`a story ${turn}`)
    machine.close()
    machine.closeAllConnections()

    expect((await send('')).status).toBe(502)
  },
)
