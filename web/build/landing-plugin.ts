import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { type InlineConfig, type Plugin, runnerImport } from 'vite'
import { fillLanding } from '../../contract/landing-slots.ts'

const place = '<!--landing-->'
const picture = { width: 1200, height: 630 }

/**
 * Renders the landing page once, at build time, so that what is served at / is HTML that can be read before any script has
 * run. In development it is rendered at each visit.
 */
export function landing(): Plugin {
  let root = ''
  const load = async <Name extends string>(file: string) => {
    const config: InlineConfig = {
      root,
      configFile: false,
      envDir: false,
      logLevel: 'error',
      plugins: [react()],
    }
    const { module } = await runnerImport<Record<Name, FunctionComponent>>(join(root, file), config)
    return module
  }

  return {
    name: 'kinora:landing',
    configResolved(config) {
      root = config.root
    },
    configureServer(server) {
      server.middlewares.use((request, _answer, next) => {
        if (request.url?.split('?')[0] === '/') request.url = '/landing.html'
        next()
      })
    },
    hotUpdate({ file }) {
      if (/\/(features\/(landing|sample-book|storybooks)|pages\/landing-page)/.test(file)) {
        this.environment.hot.send({ type: 'full-reload' })
      }
    },
    transformIndexHtml: {
      // Before Vite resolves the addresses in the page, so that it gives the pictures their hashed names.
      order: 'pre',
      async handler(html, { path, server, originalUrl }) {
        if (path !== '/landing.html') return html
        const { LandingPage } = await load<'LandingPage'>('pages/landing-page.tsx')
        const page = html.replace(place, () => renderToStaticMarkup(createElement(LandingPage)))
        if (server === undefined) return page
        const origin = new URL(originalUrl ?? '/', 'http://localhost:5173').origin
        return fillLanding(page, {
          origin,
          email: null,
          page: null,
          sellsPlans: true,
          year: new Date().getFullYear(),
        })
      },
    },
    async generateBundle() {
      const { HeroDrawing } = await load<'HeroDrawing'>('features/landing/drawing/hero-drawing.tsx')
      const drawing = Buffer.from(renderToStaticMarkup(createElement(HeroDrawing)))
      const source = await sharp(drawing, { density: 110 })
        .resize({ ...picture, fit: 'cover', position: 'bottom' })
        .png({ palette: true })
        .toBuffer()
      this.emitFile({ type: 'asset', fileName: 'family.png', source })
    },
  }
}
