import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { fillLanding, type LandingFacts } from '#contract/landing-slots.ts'
import type { HttpEnv } from './http-env.ts'

type Page = { madeOf: string; etag: string; html: string; br: Buffer<ArrayBuffer>; gzip: Buffer<ArrayBuffer> }

/**
 * Serves the landing page at /, which was rendered by the build. At the first request, this server's facts (its address, its
 * operator, the year) are filled in and the page is compressed; again after a new build or in a new year.
 */
export function landingPage(folder: string, facts: Omit<LandingFacts, 'year'>): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const file = join(folder, 'landing.html')
  let page: Page | undefined

  app.get('/', async (c, next) => {
    if (!existsSync(file)) return next()
    const year = new Date().getFullYear()
    const madeOf = `${statSync(file).mtimeMs} ${year}`
    if (page?.madeOf !== madeOf) page = makePage(file, madeOf, { ...facts, year })

    c.header('Cache-Control', 'no-cache')
    c.header('ETag', page.etag)
    c.header('Vary', 'Accept-Encoding')
    if (c.req.header('if-none-match') === page.etag) return c.body(null, 304)

    c.header('Content-Type', 'text/html; charset=UTF-8')
    const accepts = c.req.header('accept-encoding') ?? ''
    if (/\bbr\b/.test(accepts)) return c.body(page.br, 200, { 'Content-Encoding': 'br' })
    if (/\bgzip\b/.test(accepts)) return c.body(page.gzip, 200, { 'Content-Encoding': 'gzip' })
    return c.body(page.html)
  })
  return app
}

function makePage(file: string, madeOf: string, facts: LandingFacts): Page {
  const html = fillLanding(readFileSync(file, 'utf8'), facts)
  const digest = createHash('sha256').update(html).digest('base64url').slice(0, 22)
  return {
    madeOf,
    // A weak ETag, because the same page has other bytes in another encoding.
    etag: `W/"${digest}"`,
    html,
    br: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    gzip: gzipSync(html, { level: 9 }),
  }
}
