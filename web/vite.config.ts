import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { articles } from './build/articles-plugin.ts'
import { fileGroups, firstLoad } from './build/first-load.ts'
import { fonts } from './build/fonts-at-once.ts'
import { landing } from './build/landing-plugin.ts'
import { offline } from './build/offline-plugin.ts'
import { spellLimits } from './build/spell-limits.ts'

const server = process.env.KINORA_SERVER ?? 'http://localhost:4310'
const ofTheServer = ['/rpc', '/api', '/auth/v1', '/media', '/mail', '/webhooks', '/health', '/metrics']

/** Writes `.gz` and `.br` beside every text file once, so that no request has to wait for compression. */
function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'kinora:precompress',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir)
    },
    async closeBundle() {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
      for (const entry of entries) {
        if (!entry.isFile() || !/\.(js|css|html|svg|webmanifest)$/.test(entry.name)) continue

        const path = join(entry.parentPath, entry.name)
        const bytes = await readFile(path)
        await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
        await writeFile(
          `${path}.br`,
          await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        )
      }
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    articles(),
    spellLimits(),
    react(),
    tailwindcss(),
    landing(),
    firstLoad(),
    fonts(),
    offline(),
    precompress(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    rolldownOptions: {
      input: [join(import.meta.dirname, 'index.html'), join(import.meta.dirname, 'landing.html')],
      output: { codeSplitting: { groups: fileGroups(import.meta.dirname) } },
    },
    // Nothing is inlined as data: URLs, so the content security policy needs no exception for them.
    assetsInlineLimit: 0,
    // Leaves the list of each page's files out of the first script: it would grow with every page (2.4 kB gzip at 158 files), and links
    // preload their page anyway when somebody points at them.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(ofTheServer.map((path) => [path, server])),
  },
})
