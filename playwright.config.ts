import { defineConfig } from '@playwright/test'
import { anyDevices, browserArgs, browserProgram, pagesProgram } from './e2e/browser.ts'
import { lateMs } from './e2e/late-answers.ts'

/** They measure to the tenth of a second what is lost when a browser is killed, or cut off from power: nothing runs beside. */
const alone = [
  '**/recorder/kills.spec.ts',
  '**/recorder/phone-kills.spec.ts',
  '**/recorder/power-cut.spec.ts',
]

/**
 * They record in real time and encode video: one at a time, so that they do not disturb each other, beside pages, which let them go
 * first (`givesWay`).
 */
const recordings = [
  '**/recorder/*.spec.ts',
  '**/captions.spec.ts',
  '**/many-machines.spec.ts',
  '**/own-name.spec.ts',
  '**/phone.spec.ts',
  '**/prompts-studio.spec.ts',
]

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  globalSetup: './e2e/setup.config.ts',
  // One of them records, which is mostly waiting for the time to pass.
  workers: 3,
  // `npm test` runs one after the other; Playwright itself, asked for both, would run them side by side.
  projects: [
    { name: 'recordings', testMatch: recordings, testIgnore: alone, workers: 1 },
    {
      name: 'pages',
      testMatch: '**/*.spec.ts',
      testIgnore: [...recordings, ...alone],
      use: {
        // With a camera and a microphone also where none is looked at: another browser is another process and another server.
        launchOptions: { ...pagesProgram, args: [...browserArgs, ...anyDevices] },
        // Drawing what fades and slides, frame by frame, was an eighth of what these tests cost. Where something comes of
        // it that a page moves (presses, questions, messages), a file asks for it, and recordings have it.
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
    // Into a folder of its own: what is begun later empties its folder first.
    { name: 'alone', testMatch: alone, workers: 1, outputDir: 'test-results/e2e-alone' },
  ],
  timeout: lateMs > 0 ? 600_000 : 120_000,
  expect: { timeout: lateMs > 0 ? 60_000 : 15_000 },
  reporter: [['list'], ['./e2e/failed-page.config.ts']],
  use: {
    launchOptions: { ...browserProgram, args: browserArgs },
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // What a test routes or stops must not be answered from a copy; the tests of the copy allow it.
    serviceWorkers: 'block',
  },
})
