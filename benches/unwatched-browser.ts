import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { anyDevices, browserArgs, browserProgram } from '../e2e/browser.ts'
import { largestPage } from '../e2e/recorder/bare-browser.ts'

/**
 * A browser to which Playwright connects only while it acts. While connected, the browser keeps what was sent, which would distort
 * its memory.
 */
export type UnwatchedBrowser = {
  /** Connects, acts in its context or on its page as a person would, and disconnects. */
  join: <Result>(act: (context: BrowserContext, page: Page) => Promise<Result>) => Promise<Result>
  /** The resident memory of its largest page process, in MB. */
  pageMB: () => Promise<number>
  close: () => Promise<void>
}

/** Opens a browser with a camera, a microphone, a profile of its own, and garbage collection that pages can trigger. */
export async function openUnwatched(): Promise<UnwatchedBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'kinora-unwatched-'))
  const { executablePath = chromium.executablePath(), env } = browserProgram as {
    executablePath?: string
    env: NodeJS.ProcessEnv
  }
  const args = [
    ...browserArgs,
    ...anyDevices,
    '--headless=new',
    '--window-size=1280,800',
    '--js-flags=--expose-gc',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    'about:blank',
  ]
  const child = spawn(executablePath, args, { stdio: 'ignore', detached: true, env })
  const pid = child.pid ?? 0
  const address = `http://127.0.0.1:${await portIn(profile)}`

  return {
    pageMB: () => largestPage(pid),
    async join(act) {
      const browser: Browser = await chromium.connectOverCDP(address)
      try {
        const [context] = browser.contexts()
        if (context === undefined) throw new Error('the browser has no context')
        return await act(context, context.pages()[0] ?? (await context.newPage()))
      } finally {
        // For a browser that was connected to, this closes only the connection.
        await browser.close()
      }
    },
    async close() {
      const exited = once(child, 'exit')
      process.kill(-pid, 'SIGKILL')
      await exited
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The port of its debugger, which the browser writes into its profile once it listens. */
async function portIn(profile: string): Promise<string> {
  for (const until = Date.now() + 30_000; Date.now() < until; await sleep(50)) {
    const written = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')
    const [port] = written.split('\n')
    if (port) return port
  }
  throw new Error('the browser does not say where it listens')
}
