import { setImmediate } from 'node:timers/promises'
import { eachInTurns } from '../../../in-turns.ts'
import type { FileConnection } from './own-family.ts'

export type LeftOut = FileConnection & { reason: 'line to nobody' | 'second line' | 'own ancestor' }

/** Keeps one line between any two people who are both known, and none that makes somebody their own ancestor. */
export async function sensibleConnections(connections: FileConnection[], known: Set<string>) {
  const kept: FileConnection[] = []
  const left: LeftOut[] = []
  const joined = new Set<string>()
  await eachInTurns(connections, (line) => {
    const pair = line.from < line.to ? `${line.from} ${line.to}` : `${line.to} ${line.from}`
    if (!known.has(line.from) || !known.has(line.to)) left.push({ ...line, reason: 'line to nobody' })
    else if (line.from === line.to) left.push({ ...line, reason: 'own ancestor' })
    else if (joined.has(pair)) left.push({ ...line, reason: 'second line' })
    else {
      joined.add(pair)
      kept.push(line)
    }
  })
  const circular = await linesInCircles(kept)
  return {
    kept: kept.filter((line) => !circular.has(line)),
    left: [...left, ...[...circular].map((line): LeftOut => ({ ...line, reason: 'own ancestor' }))],
  }
}

/** How many steps of the walk are taken before the process turns to other requests: a few milliseconds. */
const STEPS_AT_ONCE = 2_000

/** Lines of descent that close a circle, found by walking down from everybody once, without recursion. */
export async function linesInCircles<Line extends { type: string; from: string; to: string }>(
  lines: Line[],
): Promise<Set<Line>> {
  const below = new Map<string, Line[]>()
  await eachInTurns(lines, (line) => {
    if (line.type !== 'parent') return
    const known = below.get(line.from)
    if (known) known.push(line)
    else below.set(line.from, [line])
  })
  const state = new Map<string, 'open' | 'done'>()
  const circular = new Set<Line>()
  let steps = 0
  for (const start of below.keys()) {
    if (state.has(start)) continue
    const stack = [{ id: start, next: 0 }]
    state.set(start, 'open')
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      steps += 1
      if (steps % STEPS_AT_ONCE === 0) await setImmediate()
      const line = below.get(top.id)?.[top.next]
      top.next += 1
      if (!line) {
        state.set(top.id, 'done')
        stack.pop()
      } else if (state.get(line.to) === 'open') circular.add(line)
      else if (!state.has(line.to)) {
        state.set(line.to, 'open')
        stack.push({ id: line.to, next: 0 })
      }
    }
  }
  return circular
}
