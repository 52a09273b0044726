import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { errorAnswer } from './error-answer.ts'
import type { HttpEnv } from './http-env.ts'

const FOREVER = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'no-cache'

/**
 * Serves the built web app. Files below /assets have a hash in their name and are cached for ever; any other address that a browser
 * navigates to gets the app's page, which does its own routing.
 */
export function webFiles(folder: string): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  if (!existsSync(folder)) return app

  const files = serveStatic<HttpEnv>({ root: folder, precompressed: true })

  app.get('*', async (c, next) => {
    if (c.req.path === '/') return next()
    const found = await files(c, next)
    if (!(found instanceof Response)) return
    found.headers.set('Cache-Control', c.req.path.startsWith('/assets/') ? FOREVER : ASK_AGAIN)
    return found
  })
  app.get('*', (c) => {
    const page = join(folder, 'index.html')
    if (!isNavigation(c) || !existsSync(page)) return errorAnswer(c, 'NOT_FOUND')
    c.header('Cache-Control', ASK_AGAIN)
    return c.html(readFileSync(page, 'utf8'))
  })
  return app
}

/** Whether to answer with the page: not for missing pictures or scripts, but also for programs that accept any type. */
function isNavigation(c: Context): boolean {
  const accepts = c.req.header('accept') ?? '*/*'
  const isFile = extname(c.req.path) !== '' || c.req.path.startsWith('/assets/')
  return !isFile && (accepts.includes('text/html') || accepts.includes('*/*'))
}
