import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../setup/places.mjs'
import { filesInTurn, notTheirTurn, turnOf, turns } from './in-turn.mjs'

const dayMs = 86_400_000

describe('browser tests that take turns', () => {
  const line = (file: string, row: number, title: string) => `  [pages] › ${file}:${row}:1 › ${title}`
  const listing = [
    'Listing tests:',
    ...[10, 20, 30, 40].map((row) => line('print.spec.ts', row, `a page prints at ${row}`)),
    line('accounts.spec.ts', 10, 'somebody signs up'),
    line(
      'lost-answers.spec.ts',
      10,
      'a lost answer makes nothing twice, and takes no words that were changed since: a prompt',
    ),
    ...[50, 60].map((row) => line('recorder/trouble.spec.ts', row, `a window at ${row}`)),
    'Total: 8 tests in 4 files',
  ].join('\n')
  const all = listing.split('\n').filter((one) => one.includes('›'))
  const run = (turn: number) => {
    const left = notTheirTurn(listing, turn)
    return all.map((one) => one.trim()).filter((one) => !left.includes(one))
  }

  it('each come once in all turns', () => {
    const rows = Array.from({ length: turns }, (_, turn) => run(turn).filter((one) => one.includes(' at ')))
    expect(rows.map((ones) => ones.length)).toEqual([2, 2, 2])
    expect(new Set(rows.flat()).size).toBe(6)
  })

  it('leave what everybody does, and what a known fault names, to every turn', () => {
    for (let turn = 0; turn < turns; turn += 1) {
      expect(run(turn)).toContainEqual(expect.stringContaining('somebody signs up'))
      expect(run(turn)).toContainEqual(expect.stringContaining('a lost answer makes nothing twice'))
    }
  })

  it('come by the day of the commit, each within three days in a row', () => {
    const morning = Date.parse('2026-12-01T01:00:00Z')
    expect(turnOf(morning + 20 * 3_600_000)).toBe(turnOf(morning))
    const following = Array.from({ length: turns }, (_, days) => turnOf(morning + days * dayMs))
    expect(new Set(following)).toEqual(new Set([0, 1, 2]))
  })

  it.each(filesInTurn)('has a file %s', (file) => {
    expect(existsSync(join(root, 'e2e', file))).toBe(true)
  })
})
