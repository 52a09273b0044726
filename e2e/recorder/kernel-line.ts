import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { joinSockets } from './join-sockets.ts'

/** The packet size of real connections; those of the loopback interface are as large as the whole queue. */
const alone = 'ip link set lo up mtu 1500'
const shaped = (kilobits: number) => `tbf rate ${kilobits}kbit burst 8kb limit 12kb`

/** Whether this machine allows a network namespace with traffic shaping by the kernel: root, `tc`, and the token bucket filter. */
export const canShape =
  process.platform === 'linux' &&
  spawnSync('unshare', ['--net', 'sh', '-c', `${alone} && tc qdisc add dev lo root ${shaped(1_000)}`])
    .status === 0

export type KernelLine = {
  origin: string
  /** The command prefix that starts a server in the network namespace. */
  within: string[]
  /** Opens the connection to the server once it runs there. */
  reach: (serverPort: number) => Promise<void>
  /** Limits the bandwidth each way from now on; packets that do not fit into a short queue are dropped. */
  narrow: (kilobits: number) => void
  /** Removes the limit. */
  widen: () => void
  /** The number of packets that the kernel has dropped since the limit was set. */
  dropped: () => number
  close: () => Promise<void>
}

/** A connection that Linux itself shapes, with real packets that are lost and that TCP sends again. */
export async function startKernelLine(): Promise<KernelLine> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-line-'))
  const [pidFile, path] = [join(folder, 'pid'), join(folder, 'socket')]
  const inside = (...command: string[]) => [
    '--target',
    readFileSync(pidFile, 'utf8').trim(),
    '--net',
    ...command,
  ]
  const tc = (...how: string[]) => execFileSync('nsenter', inside('tc', ...how), { encoding: 'utf8' })
  let leave = () => undefined as unknown

  const door = createServer({ allowHalfOpen: true }, (near) =>
    joinSockets(near, connect({ path, allowHalfOpen: true })),
  )
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  const address = door.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0

  return {
    origin: `http://127.0.0.1:${port}`,
    within: ['unshare', '--net', 'sh', '-c', `${alone} && echo $$ > '${pidFile}' && exec "$@"`, 'sh'],
    async reach(serverPort) {
      const relay = join(import.meta.dirname, 'relay.ts')
      const child = spawn('nsenter', inside(process.execPath, relay, path, String(serverPort)), {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      leave = () => child.kill('SIGKILL')
      await once(child.stdout, 'data')
    },
    narrow: (kilobits) => tc('qdisc', 'replace', 'dev', 'lo', 'root', ...shaped(kilobits).split(' ')),
    widen: () => tc('qdisc', 'del', 'dev', 'lo', 'root'),
    dropped: () => Number(/dropped (\d+)/.exec(tc('-s', 'qdisc', 'show', 'dev', 'lo'))?.[1] ?? 0),
    async close() {
      leave()
      door.close()
      await rm(folder, { recursive: true })
    },
  }
}
