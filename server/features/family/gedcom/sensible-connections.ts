import { setImmediate } from 'node:timers/promises'
import { eachInTurns } from '../../../in-turns.ts'
import type { FileConnection } from './own-family.ts'

export type LeftOut = FileConnection & { reason: 'line to nobody' | 'second line' | 'own ancestor' }

/**
 * Keeps one line between any two people who are both known, and none that makes somebody their own ancestor. It is the first one,
 * but a line by birth wins over another between the same parent and child: of a child whom a stepparent adopted, files say in a
 * second family that both adopted them.
 */
export async function sensibleConnections(connections: FileConnection[], known: Set<string>) {
  const left: LeftOut[] = []
  const joined = new Map<string, FileConnection>()
  await eachInTurns(connections, (line) => {
    const pair = line.from < line.to ? `${line.from} ${line.to}` : `${line.to} ${line.from}`
    if (!known.has(line.from) || !known.has(line.to)) left.push({ ...line, reason: 'line to nobody' })
    else if (line.from === line.to) left.push({ ...line, reason: 'own ancestor' })
    else {
      const first = joined.get(pair)
      const isBetter = first === undefined || isByBirthAlone(line, first)
      if (isBetter) joined.set(pair, line)
      const second = isBetter ? first : line
      if (second) left.push({ ...second, reason: 'second line' })
    }
  })
  const kept = [...joined.values()]
  const circular = await linesInCircles(kept)
  return {
    kept: kept.filter((line) => !circular.has(line)),
    left: [...left, ...[...circular].map((line): LeftOut => ({ ...line, reason: 'own ancestor' }))],
  }
}

/** Whether of two lines from a parent to a child only the first one is by birth. */
const isByBirthAlone = (line: FileConnection, other: FileConnection) =>
  line.type === 'parent' &&
  line.kind === 'birth' &&
  other.type === 'parent' &&
  other.kind !== 'birth' &&
  line.from === other.from

/** How many steps of the walk are taken before the process turns to other requests: a few milliseconds. */
const STEPS_AT_ONCE = 2_000

/** A line of the tree; one of type 'parent' leads from a parent to a child. */
export type Descent = { type: string; from: string; to: string }

/**
 * Finds which of `lines` to leave out so that nobody becomes their own ancestor.
 *
 * @param standing lines that are kept in any case and form no circle among themselves
 */
export async function linesInCircles<Line extends Descent>(
  lines: readonly Line[],
  standing: readonly Line[] = [],
): Promise<Set<Line>> {
  const below = new Map<string, Line[]>()
  await eachInTurns([...standing, ...lines], (line) => {
    if (line.type !== 'parent') return
    const known = below.get(line.from)
    if (known) known.push(line)
    else below.set(line.from, [line])
  })
  const circular = new Set<Line>()
  const stays = new Set(standing)
  let isComplete = false
  while (!isComplete) isComplete = await walkDown(below, circular, stays)
  return circular
}

/** A person on the way down, the line that led there, and the index of the line to follow next. */
type Step<Line> = { id: string; by: Line | null; next: number }

/**
 * Walks down from everybody once, without recursion, and adds the lines that close a circle to `circular`.
 *
 * @returns false where a line was left out that the walk had already followed: another walk has to show what remains without it
 */
async function walkDown<Line extends Descent>(
  below: ReadonlyMap<string, Line[]>,
  circular: Set<Line>,
  stays: ReadonlySet<Line>,
): Promise<boolean> {
  const state = new Map<string, 'open' | 'done'>()
  let isComplete = true
  let steps = 0
  for (const start of below.keys()) {
    if (state.has(start)) continue
    const stack: Step<Line>[] = [{ id: start, by: null, next: 0 }]
    state.set(start, 'open')
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      steps += 1
      if (steps % STEPS_AT_ONCE === 0) await setImmediate()
      const line = below.get(top.id)?.[top.next]
      top.next += 1
      if (!line) {
        state.set(top.id, 'done')
        stack.pop()
      } else if (circular.has(line)) continue
      else if (state.get(line.to) === 'open') {
        if (!stays.has(line)) circular.add(line)
        else if (leaveOutAnother(stack, line.to, circular, stays)) isComplete = false
      } else if (!state.has(line.to)) {
        state.set(line.to, 'open')
        stack.push({ id: line.to, by: line, next: 0 })
      }
    }
  }
  return isComplete
}

/** Breaks the circle from `id` down to the end of the stack, if nothing has broken it yet. @returns whether a line was left out */
function leaveOutAnother<Line>(
  stack: readonly Step<Line>[],
  id: string,
  circular: Set<Line>,
  stays: ReadonlySet<Line>,
): boolean {
  const circle = stack.slice(stack.findLastIndex((step) => step.id === id) + 1).flatMap(({ by }) => by ?? [])
  if (circle.some((line) => circular.has(line))) return false
  const other = circle.findLast((line) => !stays.has(line))
  if (other) circular.add(other)
  return other !== undefined
}
