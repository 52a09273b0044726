import { type Shell, shellPage } from './shell.ts'
import type { InstallEvent, WorkerScope } from './worker-scope.ts'

const prefix = 'kinora-shell-'
/** A line that is up but does not move is as good as none. */
const patienceMs = 6_000
/** These addresses answer for themselves: private, or not pages. */
const notPages = /^\/(auth|rpc|api|media|health|metrics|assets)(\/|$)/
const atOnce = 6
/** What has one of these is never answered here. */
const sending = ['PUT', 'POST', 'PATCH', 'DELETE']

/**
 * Keeps the app's own files on the device, so that it opens without a network. Nothing that says anything about a family
 * goes through here: the only answers kept are files of the build, by name. A new version waits until a page asks for it,
 * and the files of the one before stay, because a page of it may be recording.
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

  /** The page comes last: what has it is whole. */
  async function install(): Promise<void> {
    const cache = await open()
    const left = shell.kept.filter((path) => path !== shellPage)
    const work = async () => {
      for (let path = left.shift(); path !== undefined; path = left.shift()) await keep(cache, path)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    await keep(cache, shellPage)
  }

  /** A file whose name carries its hash is the same in every version. */
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

  /** While servers are replaced one by one, a page may come from another than the worker: without a network it would load nothing. */
  async function assertOfThisVersion(answer: Response): Promise<void> {
    const loaded = (await answer.text()).match(/\/assets\/[\w.-]+/g) ?? []
    if (!loaded.every((file) => known.has(file))) throw new Error(`${shellPage} was of another version`)
  }

  /** Of the versions before, the last that came whole stays for its pages; what came after this one may be on its way. */
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

  /** The network's page where there is one: it is the newest. */
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

  /** Of the version before there is a page as well, in an older cache, where a search through all of them ends. */
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
      // A full disk keeps nothing more, and the page goes on.
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
 * Chromium shows a worker the bodies of what is sent, also where it answers nothing, and keeps what it has shown, presumably until
 * the worker's rubbish is collected, and it makes next to none: while somebody recorded, the page grew by as much as they recorded.
 * Asked to, it lets that pass by. A browser that does not know how goes on as before.
 */
function letSendingPass(event: InstallEvent): void {
  const routes = sending.map((requestMethod) => ({
    condition: { requestMethod },
    source: 'network' as const,
  }))
  event.addRoutes?.(routes).catch(() => undefined)
}

/** What a proxy says whose server is away: 502 to 504, and Cloudflare 520 to 530. */
function isGatewayFailure(status: number): boolean {
  return status > 501
}

/** One of a proxy in place of a file, as while a server is being mended: kept under that name, the app would never open again. */
function isPage({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/html') === true
}

function messageOf(data: unknown): { type?: unknown; file?: string } {
  if (typeof data !== 'object' || data === null) return {}
  const { type, file } = data as { type?: unknown; file?: unknown }
  return { type, ...(typeof file === 'string' ? { file } : {}) }
}
