import { type Shell, shellPage } from './shell.ts'
import type { InstallEvent, WorkerScope } from './worker-scope.ts'

const prefix = 'kinora-shell-'
/** A network that is up but does not answer within this counts as absent. */
const patienceMs = 6_000
/** Paths that the worker leaves to the network: private, or not pages. */
const notPages = /^\/(auth|rpc|api|media|health|metrics|assets)(\/|$)/
const atOnce = 6
/** Methods that the worker never handles. */
const sending = ['PUT', 'POST', 'PATCH', 'DELETE']

/**
 * Keeps the app's own files on the device, so that it opens without a network. Nothing about a family is ever cached:
 * the only answers kept are files of the build, by name. A new version waits until a page asks for it,
 * and the files of the previous version stay, because one of its pages may be recording.
 */
export function keepShell(worker: WorkerScope, shell: Shell): void {
  const { caches } = worker
  const own = prefix + shell.version
  const known = new Set([...shell.kept, ...shell.assets])
  const open = () => caches.open(own)
  const find = (path: string) => caches.match(path, { ignoreVary: true, ignoreSearch: true })

  worker.addEventListener('install', (event) => {
    event.waitUntil(install())
    letSendingPass(event)
  })
  worker.addEventListener('activate', (event) => event.waitUntil(activate()))
  worker.addEventListener('fetch', (event) => {
    const answer = answerOf(event.request)
    if (answer) event.respondWith(answer)
  })
  worker.addEventListener('message', ({ data, ports }) => {
    const { type, file } = messageOf(data)
    if (type === 'take-over') worker.skipWaiting()
    if (type === 'is-yours') ports[0]?.postMessage(file !== undefined && known.has(file))
  })

  /** Stores the page last, so that a cache that has it is complete. */
  async function install(): Promise<void> {
    const cache = await open()
    const left = shell.kept.filter((path) => path !== shellPage)
    const work = async () => {
      for (let path = left.shift(); path !== undefined; path = left.shift()) await keep(cache, path)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    await keep(cache, shellPage)
  }

  /** Stores one file. A file whose name carries its hash is the same in every version, so a copy in an older cache is reused. */
  async function keep(cache: Cache, path: string): Promise<void> {
    const isHashed = shell.assets.includes(path)
    const had = isHashed ? await find(path) : undefined
    const answer =
      had ?? (await worker.fetch(path, { cache: isHashed ? 'default' : 'reload', headers: page }))
    const isOther = answer.redirected || (path !== shellPage && isPage(answer))
    if (!answer.ok || isOther) throw new Error(`${path} was answered ${answer.status}`)
    if (path === shellPage) await assertOfThisVersion(answer.clone())
    await cache.put(path, answer)
  }

  /** While servers are replaced one by one, the page may come from another version than the worker; offline it would then find no files. */
  async function assertOfThisVersion(answer: Response): Promise<void> {
    const loaded = (await answer.text()).match(/\/assets\/[\w.-]+/g) ?? []
    if (!loaded.every((file) => known.has(file))) throw new Error(`${shellPage} was of another version`)
  }

  /** Deletes older versions but the last complete one, which stays for its pages. Newer caches are left: they may still be filling. */
  async function activate(): Promise<void> {
    const names = (await caches.keys()).filter((name) => name.startsWith(prefix))
    const older = names.slice(0, names.indexOf(own))
    const whole = await Promise.all(older.map(isWhole))
    const before = older[whole.lastIndexOf(true)]
    await Promise.all(older.filter((name) => name !== before).map((name) => caches.delete(name)))
    await worker.clients.claim()
  }

  async function isWhole(name: string): Promise<boolean> {
    const cache = await caches.open(name)
    return (await cache.match(shellPage, { ignoreVary: true })) !== undefined
  }

  function answerOf(request: Request): Promise<Response> | null {
    const { origin, pathname } = new URL(request.url)
    if (request.method !== 'GET' || origin !== worker.location.origin) return null
    if (request.mode === 'navigate') return notPages.test(pathname) ? null : pageFor(request)
    if (pathname.startsWith('/assets/')) return asset(request, pathname)
    return pathname !== shellPage && shell.kept.includes(pathname) ? kept(request, pathname) : null
  }

  /** The network's page where there is one, because it is the newest; otherwise the cached page. */
  async function pageFor(request: Request): Promise<Response> {
    const fallback = await ownPage()
    if (!fallback) return worker.fetch(request)
    const late = new Promise<Response>((resolve) => setTimeout(() => resolve(fallback), patienceMs))
    const fresh = worker.fetch(request).then(
      (answer) => (isGatewayFailure(answer.status) ? fallback : answer),
      () => fallback,
    )
    return Promise.race([fresh, late])
  }

  /** This version's page. `caches.match` would search older caches first and find the previous version's page. */
  async function ownPage(): Promise<Response | undefined> {
    const cache = await open()
    return cache.match(shellPage, { ignoreVary: true })
  }

  async function asset(request: Request, path: string): Promise<Response> {
    const had = await find(path)
    if (had) return had
    const answer = await worker.fetch(request)
    if (answer.ok && !isPage(answer) && shell.assets.includes(path)) {
      const copy = answer.clone()
      // On a full disk nothing more can be cached; the page gets its answer all the same.
      open()
        .then((cache) => cache.put(path, copy))
        .catch(() => undefined)
    }
    return answer
  }

  async function kept(request: Request, path: string): Promise<Response> {
    const cache = await open()
    return (await cache.match(path, { ignoreVary: true })) ?? worker.fetch(request)
  }
}

const page = { accept: 'text/html,*/*;q=0.8' }

/**
 * Keeps uploads away from the worker. Chromium shows a worker the bodies of requests even if it does not answer them, and keeps them,
 * presumably until the worker's garbage is collected; since it produces next to none, memory grew by as much as was being recorded.
 * With static routes Chromium bypasses the worker. Browsers without them go on as before.
 */
function letSendingPass(event: InstallEvent): void {
  const routes = sending.map((requestMethod) => ({
    condition: { requestMethod },
    source: 'network' as const,
  }))
  event.addRoutes?.(routes).catch(() => undefined)
}

/** Statuses of a proxy whose server is away: 502 to 504, and Cloudflare's 520 to 530. */
function isGatewayFailure(status: number): boolean {
  return status > 501
}

/**
 * Whether a proxy answered with a page in place of a file, as during maintenance. Cached under the file's name, it would break the app
 * for good.
 */
function isPage({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/html') === true
}

function messageOf(data: unknown): { type?: unknown; file?: string } {
  if (typeof data !== 'object' || data === null) return {}
  const { type, file } = data as { type?: unknown; file?: unknown }
  return { type, ...(typeof file === 'string' ? { file } : {}) }
}
