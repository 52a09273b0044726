import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The nginx of Debian's package, which `npm test` unpacks without installing it (scripts/setup/media-programs.mjs). */
const UNPACKED = join(import.meta.dirname, '../../.cache/packages/usr/sbin/nginx')
const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx', UNPACKED].find(
  existsSync,
)
const EXAMPLE = join(import.meta.dirname, '../../docs/examples/nginx.conf')

export const hasNginx = NGINX !== undefined

/**
 * One address for several servers, with round robin, skipping servers that do not answer: nginx with the configuration of Kinora's
 * guide if it is there, otherwise a minimal equivalent. Returns a function that stops it.
 * @param folder where nginx writes its files; removed when it is stopped
 */
export async function startFront(
  port: number,
  servers: string[],
  folder = mkdtempSync(join(tmpdir(), 'kinora-nginx-')),
): Promise<() => Promise<void>> {
  if (NGINX === undefined) return startRoundRobin(port, servers)

  writeFileSync(join(folder, 'nginx.conf'), configuration(port, servers))
  const nginx = spawn(NGINX, ['-p', folder, '-e', 'error.log', '-c', 'nginx.conf'], { stdio: 'inherit' })
  return async () => {
    await end(nginx)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The example configuration with only the addresses and the certificate replaced. */
function configuration(port: number, servers: string[]): string {
  const site = readFileSync(EXAMPLE, 'utf8')
    .replace(/^ *ssl_certificate.*$/gm, '')
    .replaceAll('/var/log/nginx/', '')
    .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`)
    .replace(/(?:^ *server \d\S*( .*)?;\n)+/m, (_, options = '') =>
      servers.map((url) => `    server ${new URL(url).host}${options};\n`).join(''),
    )
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${name};`,
  )
  return [
    'daemon off; master_process off; worker_processes 1; pid nginx.pid;',
    'events { worker_connections 256; }',
    `http { ${folders.join(' ')}`,
    site,
    '}',
  ].join('\n')
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

export async function startRoundRobin(port: number, servers: string[]): Promise<() => Promise<void>> {
  let turn = 0
  const front = createServer(async (incoming, outgoing) => {
    turn += 1
    const able = incoming.url?.startsWith('/assets/') ? await thoseWith(servers, incoming.url) : servers
    const line = await connectToNext(able, turn)
    if (line === null) return void outgoing.writeHead(502).end()

    const { method, url: path, headers } = incoming
    const onward = request({ createConnection: () => line, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('error', () => outgoing.destroy())
      answer.pipe(outgoing)
    })
    onward.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()))
    incoming.pipe(onward)
  })
  front.listen(port, '127.0.0.1')
  await once(front, 'listening')
  return async () => {
    front.closeAllConnections()
    front.close()
    await once(front, 'close')
  }
}

/** The servers that have a file; all servers if none has it. */
async function thoseWith(servers: string[], path: string): Promise<string[]> {
  const has = (server: string) =>
    fetch(server + path, { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => false,
    )
  const answers = await Promise.all(servers.map(has))
  const able = servers.filter((_, index) => answers[index])
  return able.length > 0 ? able : servers
}

/** A connection to the first server that accepts one, beginning with the one whose turn it is; null if none does. */
async function connectToNext(servers: string[], turn: number): Promise<Socket | null> {
  for (let tried = 0; tried < servers.length; tried += 1) {
    const { hostname, port } = new URL(servers[(turn + tried) % servers.length] ?? '')
    const line = connect(Number(port), hostname)
    try {
      await once(line, 'connect')
      return line
    } catch {
      line.destroy()
    }
  }
  return null
}
