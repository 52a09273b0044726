import { expect, test } from 'vitest'
import { keepShell } from './keep-shell.ts'
import type { Shell } from './shell.ts'
import type { FetchEvent, MessageEventHere, Waiting, WorkerScope } from './worker-scope.ts'

const origin = 'https://kinora.example'
const build = (version: string, extra: string[] = []): Shell => ({
  version,
  kept: ['/app', '/theme.js', '/assets/index-1.js', ...extra],
  assets: ['/assets/index-1.js', '/assets/tree-1.js', ...extra],
})

/** A browser's cache storage, as far as the worker uses it. */
function cacheStorage() {
  const stores = new Map<string, Map<string, Response>>()
  const pathOf = (key: unknown) => new URL(key instanceof Request ? key.url : String(key), origin).pathname
  const cacheOf = (store: Map<string, Response>) => ({
    match: async (key: unknown) => store.get(pathOf(key))?.clone(),
    put: async (key: unknown, answer: Response) => void store.set(pathOf(key), answer.clone()),
  })
  const caches = {
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>()
      stores.set(name, store)
      return cacheOf(store)
    },
    match: async (key: unknown) => {
      for (const store of stores.values()) if (store.has(pathOf(key))) return store.get(pathOf(key))?.clone()
    },
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  }
  return { stores, caches: caches as unknown as CacheStorage }
}

function aWorld() {
  const { stores, caches } = cacheStorage()
  const world = {
    reachable: true,
    asked: [] as string[],
    status: 200,
    type: 'text/plain',
    takenOver: 0,
    isElsewhere: false,
    /** The path of a file that fails to load. */
    lost: '',
    /** The version of the page that the server answers with. */
    release: '',
  }
  const fetch = async (input: unknown) => {
    const path = new URL(input instanceof Request ? input.url : String(input), origin).pathname
    world.asked.push(path)
    if (!world.reachable || path === world.lost) throw new TypeError('Failed to fetch')
    const page = path.startsWith('/app') && world.release !== '' ? ` of ${world.release}` : ''
    const answer = new Response(`network ${path}${page}`, {
      status: world.status,
      headers: { 'content-type': world.type },
    })
    Object.defineProperty(answer, 'redirected', { value: world.isElsewhere })
    return answer
  }

  const worker = (shell: Shell) => {
    const listeners = new Map<string, (event: never) => void>()
    const scope = {
      location: { origin },
      caches,
      fetch,
      clients: { claim: async () => undefined },
      skipWaiting: async () => {
        world.takenOver += 1
      },
      addEventListener: (type: string, listener: (event: never) => void) =>
        void listeners.set(type, listener),
    }
    keepShell(scope as unknown as WorkerScope, shell)
    const wait = async (type: string) => {
      const work: Promise<unknown>[] = []
      const event: Waiting = { waitUntil: (one) => work.push(one) }
      listeners.get(type)?.(event as never)
      await Promise.all(work)
    }
    const ask = (path: string, mode: 'navigate' | 'cors' = 'cors', method = 'GET') => {
      let answer: Promise<Response> | null = null
      const request = new Request(origin + path, { method })
      Object.defineProperty(request, 'mode', { value: mode })
      const event: FetchEvent = {
        request,
        waitUntil: () => undefined,
        respondWith: (given) => {
          answer = given
        },
      }
      listeners.get('fetch')?.(event as never)
      return answer as Promise<Response> | null
    }
    const say = (data: unknown) => {
      const said: unknown[] = []
      const event: MessageEventHere = { data, ports: [{ postMessage: (one: unknown) => said.push(one) }] }
      listeners.get('message')?.(event as never)
      return said
    }
    return { install: () => wait('install'), activate: () => wait('activate'), ask, say }
  }
  return { world, stores, worker }
}

const textOf = async (answer: Promise<Response> | null) => (answer === null ? null : (await answer).text())

test('without a network every page is answered with the app, with one by the network', async () => {
  const { world, worker } = aWorld()
  const { install, activate, ask } = worker(build('a'))
  await install()
  await activate()

  expect(await textOf(ask('/app/stories', 'navigate'))).toBe('network /app/stories')
  for (const status of [502, 522, 530]) {
    world.status = status
    expect(await textOf(ask('/app/stories', 'navigate'))).toBe('network /app')
  }
  world.reachable = false
  expect(await textOf(ask('/app/stories/1f', 'navigate'))).toBe('network /app')
  expect(await textOf(ask('/assets/index-1.js'))).toBe('network /assets/index-1.js')
  expect(await textOf(ask('/theme.js'))).toBe('network /theme.js')
})

test('nothing that could be private is answered or kept', async () => {
  const { world, stores, worker } = aWorld()
  const { install, activate, ask } = worker(build('a'))
  await install()
  await activate()
  const keptBefore = [...(stores.get('kinora-shell-a')?.keys() ?? [])]

  for (const path of [
    '/rpc/stories/get',
    '/api/stories',
    '/media/files/1',
    '/auth/v1/user',
    '/health',
    '/s/1',
  ]) {
    expect(ask(path), path).toBeNull()
    expect(ask(path, 'cors', 'POST'), path).toBeNull()
  }
  for (const path of ['/theme.js', '/assets/index-1.js', '/app']) {
    expect(ask(path, 'navigate', 'POST'), path).toBeNull()
    expect(ask(path, 'cors', 'POST'), path).toBeNull()
  }
  // A site whose name only begins as this one's.
  expect(ask('.elsewhere/assets/index-1.js')).toBeNull()
  expect(ask('/auth/confirm', 'navigate')).toBeNull()
  expect(ask('/media/files/1', 'navigate')).toBeNull()
  await ask('/app/family', 'navigate')
  await ask('/s/token', 'navigate')
  await ask('/assets/not-of-this-build.js')
  expect([...(stores.get('kinora-shell-a')?.keys() ?? [])]).toEqual(keptBefore)
  expect(world.asked).toContain('/app/family')
})

test('a file that is loaded later is kept, too', async () => {
  const { world, worker } = aWorld()
  const { install, ask } = worker(build('a'))
  await install()
  await ask('/assets/tree-1.js')
  await expect
    .poll(async () => {
      world.reachable = false
      return textOf(ask('/assets/tree-1.js')).catch(() => null)
    })
    .toBe('network /assets/tree-1.js')
})

test('a new version waits until it is asked, loads only what changed, and leaves the one before to its pages', async () => {
  const { world, stores, worker } = aWorld()
  for (const version of ['a', 'b']) {
    const { install, activate } = worker(build(version))
    await install()
    await activate()
  }
  world.asked = []
  const next = worker(build('c', ['/assets/page-2.js']))
  await next.install()

  expect(world.takenOver).toBe(0)
  expect(world.asked.toSorted()).toEqual(['/app', '/assets/page-2.js', '/theme.js'])
  expect(next.say({ type: 'is-yours', file: '/assets/page-2.js' })).toEqual([true])
  expect(next.say({ type: 'is-yours', file: '/assets/other.js' })).toEqual([false])
  next.say({ type: 'take-over' })
  expect(world.takenOver).toBe(1)
  await next.activate()
  expect([...stores.keys()]).toEqual(['kinora-shell-b', 'kinora-shell-c'])
})

test('a version that did not come whole does not take the place of the one whose pages are open', async () => {
  const { world, stores, worker } = aWorld()
  for (const version of ['a', 'b']) {
    const { install, activate } = worker(build(version))
    await install()
    await activate()
  }
  world.lost = '/assets/page-3.js'
  await expect(worker(build('c', ['/assets/page-3.js'])).install()).rejects.toThrow('Failed to fetch')

  const next = worker(build('d'))
  await next.install()
  await next.activate()
  expect([...stores.keys()]).toEqual(['kinora-shell-b', 'kinora-shell-d'])
})

test('what came of a version that did not come whole is not loaded again, and one that is on its way stays', async () => {
  const { world, stores, worker } = aWorld()
  const next = worker(build('b', ['/assets/page-2.js', '/assets/page-3.js']))
  world.lost = '/assets/page-3.js'
  await expect(next.install()).rejects.toThrow('Failed to fetch')
  expect(stores.get('kinora-shell-b')?.has('/app')).toBe(false)

  world.lost = ''
  world.asked = []
  await next.install()
  expect(world.asked).not.toContain('/assets/page-2.js')
  await worker(build('a')).install()
  await next.activate()
  expect([...stores.keys()]).toEqual(['kinora-shell-b', 'kinora-shell-a'])
})

test('without a network the page is that of the version in use, not of the one before, whose files stay', async () => {
  const { world, worker } = aWorld()
  for (const version of ['a', 'b']) {
    world.release = version
    const { install, activate } = worker(build(version))
    await install()
    await activate()
  }
  const before = worker(build('a'))
  const { ask } = worker(build('b'))

  world.reachable = false
  expect(await textOf(ask('/app/stories', 'navigate'))).toBe('network /app of b')
  expect(await textOf(before.ask('/app/stories', 'navigate'))).toBe('network /app of a')
})

test('a version that cannot be loaded whole is not installed', async () => {
  const { world, worker } = aWorld()
  world.status = 404
  await expect(worker(build('a')).install()).rejects.toThrow('404')
})

test('a page that loads files of another version, as while servers are replaced one by one, is never kept', async () => {
  const { world, stores, worker } = aWorld()
  const { install, activate, ask } = worker(build('b'))
  world.release = 'a <script src="/assets/index-0.js"></script>'
  await expect(install()).rejects.toThrow('of another version')
  expect(stores.get('kinora-shell-b')?.has('/app')).toBe(false)

  world.release = 'b <script src="/assets/index-1.js"></script>'
  await install()
  await activate()
  world.reachable = false
  expect(await textOf(ask('/app/stories', 'navigate'))).toContain('of b')
})

test('a page that stands in for a file is never kept as that file', async () => {
  const { world, stores, worker } = aWorld()
  const { install, ask } = worker(build('a'))
  world.type = 'text/html; charset=utf-8'
  await expect(install()).rejects.toThrow('was answered 200')
  expect([...(stores.get('kinora-shell-a')?.keys() ?? [])]).toEqual([])

  await textOf(ask('/assets/tree-1.js'))
  world.type = 'text/javascript'
  await install()
  world.reachable = false
  await expect(textOf(ask('/assets/tree-1.js'))).rejects.toThrow('Failed to fetch')
})

test('the page of a hotel’s network that one is led to is never kept as the app', async () => {
  const { world, stores, worker } = aWorld()
  const { install } = worker(build('a'))
  world.type = 'text/html'
  world.isElsewhere = true

  await expect(install()).rejects.toThrow('was answered 200')

  expect([...(stores.get('kinora-shell-a')?.keys() ?? [])]).toEqual([])
})

test('a file that is loaded later and was not there is never kept as not there', async () => {
  const { world, worker } = aWorld()
  const { install, ask } = worker(build('a'))
  await install()
  world.status = 404
  expect((await ask('/assets/tree-1.js'))?.status).toBe(404)
  await new Promise((resolve) => setImmediate(resolve))

  world.status = 200
  expect((await ask('/assets/tree-1.js'))?.status).toBe(200)
})
