import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from './addresses.ts'

test('a port is given to nobody else, though nobody listens on it yet', async () => {
  const mine = await Promise.all(Array.from({ length: 20 }, freePort))
  const theirs = portsOfAnotherProcess(20)

  expect(new Set([...mine, ...theirs])).toHaveProperty('size', 40)
  // Ports for outgoing connections are assigned from 32768 on.
  expect(Math.max(...mine, ...theirs)).toBeLessThan(32_768)
})

test('a port that somebody listens on is left out, however often one is asked for', async () => {
  const taken = await freePort()
  const server = createServer().listen(taken, '127.0.0.1')
  await once(server, 'listening')
  const given: number[] = []
  for (let count = 0; count < 300; count += 1) given.push(await freePort())
  server.close()

  expect(given).not.toContain(taken)
})

function portsOfAnotherProcess(count: number): number[] {
  const program = `import { freePort } from ${JSON.stringify(join(import.meta.dirname, 'addresses.ts'))}
    const ports = await Promise.all(Array.from({ length: ${count} }, freePort))
    console.log(JSON.stringify(ports))`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  return JSON.parse(said)
}
