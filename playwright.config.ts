import { defineConfig } from '@playwright/test'
import { browserArgs, browserProgram } from './e2e/browser.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  globalSetup: './e2e/setup.config.ts',
  // Recordings run in real time and encode video: more than two at once would disturb each other.
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    launchOptions: { ...browserProgram, args: browserArgs },
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // What a test routes or stops must not be answered from a copy; the tests of the copy allow it.
    serviceWorkers: 'block',
  },
})
