import { defineConfig } from '@playwright/test'
import { browserArgs, browserProgram } from './e2e/browser.ts'

/** They measure to the tenth of a second what is lost when a browser is killed, or cut off from power: nothing runs beside. */
const alone = [
  '**/recorder/kills.spec.ts',
  '**/recorder/phone-kills.spec.ts',
  '**/recorder/power-cut.spec.ts',
]

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  globalSetup: './e2e/setup.config.ts',
  // Recordings run in real time and encode video: more than two at once would disturb each other.
  workers: 2,
  // `npm test` runs one after the other; Playwright itself, asked for both, would run them side by side.
  projects: [
    { name: 'together', testMatch: '**/*.spec.ts', testIgnore: alone },
    { name: 'alone', testMatch: alone, workers: 1 },
  ],
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
