import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { browserArgs, browserProgram } from '../browser.ts'
import { bundlePageSide } from './in-page.ts'

const run = promisify(execFile)

export type BareRun = {
  /** The peak memory of the largest page. */
  peakMB: number
  /**
   * The minimum over the last quarter of the time: the memory that the page retains, without garbage that is still to be collected.
   */
  heldMB: number
}

/**
 * Runs an expression over page-side.ts in a browser that is not attached to any debugger, and measures the memory of its largest
 * page. Garbage is collected four times a second, because a fast machine produces hundreds of MB of it before the browser collects
 * any. An attached browser keeps what was sent, for its network panel, which would distort its memory.
 */
export async function runBare(expression: string, origin: string): Promise<BareRun> {
  const profile = await mkdtemp(join(tmpdir(), 'kinora-bare-'))
  const over = Promise.withResolvers<string>()
  const front = await serveInFrontOf(origin, page(await bundlePageSide(), expression), over.resolve)
  const program = browserProgram.executablePath ?? chromium.executablePath()
  const args = [
    ...browserArgs,
    '--headless=new',
    '--js-flags=--expose-gc',
    `--user-data-dir=${profile}`,
    `${front.origin}/page-under-test`,
  ]
  const browser = spawn(program, args, { stdio: 'ignore', detached: true })
  const pid = browser.pid ?? 0

  const sizes: number[] = []
  const watching = setInterval(async () => {
    const size = await largestPage(pid)
    if (size > 0) sizes.push(size)
  }, 200)
  const outcome = await over.promise
  clearInterval(watching)
  process.kill(-pid, 'SIGKILL')
  await once(browser, 'exit')
  await front.close()
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  if (outcome !== 'done') throw new Error(outcome)
  return {
    peakMB: Math.max(...sizes),
    heldMB: Math.min(...sizes.slice(Math.floor(sizes.length * 0.75))),
  }
}

/** The real server with one additional page, at an origin of its own. */
async function serveInFrontOf(origin: string, html: string, over: (outcome: string) => void) {
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (incoming.url === '/page-under-test') return outgoing.setHeader('content-type', 'text/html').end(html)
    if (incoming.url === '/over') {
      over(Buffer.concat(await incoming.toArray()).toString())
      return outgoing.end()
    }
    const { method = 'GET', headers, url } = incoming
    const onward = request(`${origin}${url}`, { method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 500, reply.headers)
      reply.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }
  const server = createServer(answer)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((closed) => {
        server.close(closed)
        server.closeAllConnections()
      }),
  }
}

function page(script: string, expression: string): string {
  const code = script.replaceAll('</script', '<\\/script')
  const tell = "(outcome) => fetch('/over', { method: 'POST', body: String(outcome) })"
  // Waits for the service worker, which stands between the page and its server on every visit but the first.
  const onDevice = `(async () => {
    const controlled = new Promise((over) => navigator.serviceWorker.addEventListener('controllerchange', over))
    await navigator.serviceWorker.register('/service-worker.js')
    await controlled
  })()`
  return `<!doctype html><script>${code}</script><script>setInterval(gc, 250)</script><script>${onDevice}.then(() => ${expression}).then(() => 'done').then(${tell}, ${tell})</script>`
}

/** Resident memory of the largest page process below a browser, in MB. */
export async function largestPage(browser: number): Promise<number> {
  const { stdout } = await run('ps', ['-A', '-o', 'pgid=,rss=,args='])
  const sizes = stdout.split('\n').map((line) => {
    const [group, kB, ...args] = line.trim().split(/\s+/)
    return group === String(browser) && args.includes('--type=renderer') ? Number(kB) / 1024 : 0
  })
  return Math.round(Math.max(0, ...sizes))
}
