import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/testing/longest-first.ts'

/** The folder for temporary files of all tests, so that none has to clean up; open to the account that PostgreSQL runs as. */
const temporary = mkdtempSync(join(tmpdir(), 'kinora-vitest-'))
chmodSync(temporary, 0o711)
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }))

export default defineConfig({
  test: {
    // Processes are started and ended by some tests; nothing waits for a fixed time.
    // A ceiling for a busy machine, not a measure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What a test waits for comes when it comes. Vitest's own second is over where a machine stands still for one.
    expect: { poll: { timeout: 60_000 } },
    // Some tests wait for a clock or for a server that starts: one worker more than processors, and none of those is idle.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // As `npm start` has it: what was compiled once stays compiled, for the tests and for every server they start.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache', 'node'), TMPDIR: temporary },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          // Some start whole servers: those need the web app built.
          include: ['server/**/*.test.ts', 'scripts/*.test.ts'],
          globalSetup: ['server/testing/cluster.ts'],
          // Half of a file's work was to load the server once more. Each test builds its own world; what files share
          // in one process are modules that remember nothing of it.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'rest',
          include: [
            'benches/*.test.ts',
            'contract/**/*.test.ts',
            'web/**/*.test.{ts,tsx}',
            'scripts/{architecture,faults,setup,test,testing}/**/*.test.ts',
            'docs/**/*.test.ts',
            'architecture.test.ts',
          ],
          // As with the server: a process for each of these small files was more work than what they test.
          isolate: false,
        },
      },
    ],
  },
})
