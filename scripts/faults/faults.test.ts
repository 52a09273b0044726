import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../setup/places.mjs'
import { SetupError } from '../setup/say.mjs'
import { knownFaults } from './known-faults.mjs'
import { lastReport } from './last-report.mjs'
import { describeReliability, resultsOfPlaywright, resultsOfVitest, testsOf } from './reliability.mjs'

const fault = { fault: 'It rains', holds: 'Dry', file: 'e2e/rain.spec.ts', title: 'rain' }
const run = { day: '2026-11-21', machine: 'linux', how: 'short' }
const saw = (state: 'passed' | 'failed' | 'skipped', title = 'rain falls') => ({
  file: fault.file,
  title,
  state,
  ms: 1_200,
})

test('every fault names a test that there is, by how its title begins', () => {
  const missing = knownFaults.flatMap(testsOf).filter(({ file, title }) => {
    const source = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''
    return !["'", '`'].some((quote) => source.includes(`${quote}${title}`))
  })
  expect(missing).toEqual([])
})

test('every fault of the page is one we know: the page was written by a run of this list', () => {
  const page = readFileSync(join(root, 'docs', 'reliability.md'), 'utf8')
  const lines = page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
  expect(lines.map((line) => line.slice(2).split(' | ').slice(0, 2))).toEqual(
    knownFaults.map(({ fault, holds }) => [fault, holds]),
  )
  expect(page).not.toContain('did not hold')
})

test('a fault held when its tests passed, and not when one of them failed or none was there', () => {
  expect(describeReliability([fault], [saw('passed')], run)).toMatchObject({ failed: 0 })
  expect(describeReliability([fault], [saw('passed')], run).page).toContain('| held (2 s) |')
  expect(describeReliability([fault], [saw('passed'), saw('failed')], run)).toMatchObject({ failed: 1 })
  expect(describeReliability([fault], [saw('skipped')], run).page).toContain('| not tried here |')
  expect(describeReliability([fault], [saw('skipped')], run)).toMatchObject({ failed: 0, untried: 1 })
  expect(describeReliability([fault], [saw('passed')], run)).toMatchObject({ untried: 0 })
  expect(describeReliability([fault], [saw('passed', 'snow')], run).page).toContain('| not tried here |')
})

test('a fault that several tests show held when each of them passed, wherever they are', () => {
  const other = { file: 'server/flood.test.ts', title: 'a flood' }
  const both = { ...fault, title: ['rain', 'snow'], also: [other] }
  const flood = { ...saw('passed', 'a flood rises'), file: other.file }
  const all = [saw('passed'), saw('passed', 'snow falls'), flood]

  const whole = describeReliability([both], all, run)
  expect(whole.page).toContain('| held (4 s) | `e2e/rain.spec.ts`, `server/flood.test.ts` |')
  expect(describeReliability([both], all.slice(1), run)).toMatchObject({ failed: 0, untried: 1 })
  expect(describeReliability([both], all.slice(0, 2), run)).toMatchObject({ failed: 0, untried: 1 })
  expect(describeReliability([both], [...all, saw('failed', 'snow lies')], run)).toMatchObject({ failed: 1 })
})

test('both runners’ reports are read', () => {
  const byVitest = {
    testResults: [
      { name: '/here/server/a.test.ts', assertionResults: [{ title: 't', status: 'passed', duration: 3 }] },
    ],
  }
  const byPlaywright = {
    suites: [
      {
        suites: [
          {
            specs: [
              {
                title: 'u',
                file: 'b.spec.ts',
                ok: false,
                tests: [{ status: 'unexpected', results: [{ duration: 4 }] }],
              },
            ],
          },
        ],
      },
    ],
  }
  expect(resultsOfVitest(JSON.stringify(byVitest), '/here')).toEqual([
    { file: 'server/a.test.ts', title: 't', state: 'passed', ms: 3 },
  ])
  expect(resultsOfPlaywright(JSON.stringify(byPlaywright))).toEqual([
    { file: 'e2e/b.spec.ts', title: 'u', state: 'failed', ms: 4 },
  ])
})

test('what a test has measured stands beside that it held, and what long forms have shown below', () => {
  const measured = { ...saw('passed'), measured: 'killed 20 times' }
  const { page } = describeReliability([fault], [measured], run, [
    { day: '2026-11-20', what: '500 kills', seen: 'held' },
  ])
  expect(page).toContain('| held (2 s; killed 20 times) |')
  expect(page).toContain('- 2026-11-20, 500 kills: held')
})

test('where no test run has left a report, a sentence says what to run, and no stack is shown', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-reports-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))

  expect(() => lastReport(folder, 'vitest.json')).toThrow(SetupError)
  expect(() => lastReport(folder, 'vitest.json')).toThrow('run “npm test” to its end')
  writeFileSync(join(folder, 'vitest.json'), '{}')
  expect(lastReport(folder, 'vitest.json')).toBe('{}')
})
