import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Processes are started and ended by some tests; nothing waits for a fixed time.
    // A ceiling for a busy machine, not a measure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Most of a test is waiting for the database: one worker for each processor, where Vitest would leave one free.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/testing/cluster.ts'],
        },
      },
      {
        extends: true,
        test: {
          // Whole servers, as people start them: they need the web app built.
          name: 'start',
          include: ['scripts/start.test.ts'],
          globalSetup: ['server/testing/cluster.ts'],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'rest',
          include: [
            'contract/**/*.test.ts',
            'web/**/*.test.{ts,tsx}',
            'scripts/{architecture,faults,setup,test}/**/*.test.ts',
            'docs/**/*.test.ts',
            'architecture.test.ts',
          ],
        },
      },
    ],
  },
})
