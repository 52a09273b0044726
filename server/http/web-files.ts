import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { errorAnswer } from './error-answer.ts'
import type { HttpEnv } from './http-env.ts'

const FOREVER = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'no-cache'

/**
 * The built web app. Files below /assets carry a hash in their name and are kept for ever; every other address
 * that a browser navigates to gets the page itself, which knows its own routes.
 */
export function webFiles(folder: string): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  if (!existsSync(folder)) return app

  const files = serveStatic<HttpEnv>({
    root: folder,
    precompressed: true,
    onFound: (_path, c) => c.header('Cache-Control', c.req.path.startsWith('/assets/') ? FOREVER : ASK_AGAIN),
  })

  app.get('*', async (c, next) => (c.req.path === '/' ? next() : files(c, next)))
  app.get('*', (c) => {
    const page = join(folder, 'index.html')
    const isNavigation = (c.req.header('accept') ?? '').includes('text/html')
    if (!isNavigation || c.req.path.startsWith('/assets/') || !existsSync(page))
      return errorAnswer(c, 'NOT_FOUND')
    c.header('Cache-Control', ASK_AGAIN)
    return c.html(readFileSync(page, 'utf8'))
  })
  return app
}
