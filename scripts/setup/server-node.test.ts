import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { serverFlags } from './server-node.mjs'

/** The heap limit that V8 gives to a process started with these flags, in bytes. */
function roomOf(flags: string[], NODE_OPTIONS = ''): number {
  const script = 'console.log(v8.getHeapStatistics().heap_size_limit)'
  const env = { ...process.env, NODE_OPTIONS }
  return Number(execFileSync(process.execPath, [...flags, '-e', script], { env }))
}

test('new objects get less room than V8 gives them by itself, and what an operator sets wins', () => {
  expect(roomOf(serverFlags({}))).toBeLessThan(roomOf([]))

  const own = '--max-semi-space-size=256'
  expect(roomOf(serverFlags({ NODE_OPTIONS: own }), own)).toBeGreaterThan(roomOf([]))
})
