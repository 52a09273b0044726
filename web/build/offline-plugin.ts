import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import sharp from 'sharp'
import { build, type Plugin, type Rolldown } from 'vite'
import { type Shell, shellPage } from '../service-worker/shell.ts'
import { homeChunk } from './first-load.ts'
import { fontsAtOnce } from './fonts-at-once.ts'

/**
 * Modules that are loaded on demand but must be there without a network: recording and writing, whichever part of them is shown first.
 * What these modules import is included automatically.
 */
const neededOffline = [
  /^(recorder|shell|service-worker)\//,
  /^features\/(studio|journal|offline)\//,
  /^pages\/(dashboard|stories|recap|studio|write|labs|voice|error|not-found|login)-page\.tsx$/,
  /^ui\/toaster\.tsx$/,
]
const besideAssets = [
  '/theme.js',
  '/opening.js',
  '/favicon.svg',
  '/icons/icon-192.png',
  '/manifest.webmanifest',
]

const icons = [
  { name: 'icon-192.png', side: 192, part: 1 },
  { name: 'icon-512.png', side: 512, part: 1 },
  // The system crops this icon to its own shape, so the drawing keeps within the middle.
  { name: 'icon-maskable-512.png', side: 512, part: 0.62 },
  { name: 'icon-touch-180.png', side: 180, part: 0.72 },
]

/** Draws the icons, and builds the service worker with the list of files that it caches. */
export function offline(): Plugin {
  let root = ''
  let outDir = ''
  let shell: Omit<Shell, 'version'> | null = null

  return {
    name: 'kinora:offline',
    apply: 'build',
    configResolved(config) {
      root = config.root
      outDir = join(config.root, config.build.outDir)
    },
    generateBundle: {
      // After Vite has removed chunks that only load others: every listed file must exist.
      order: 'post',
      async handler(_options, bundle) {
        const files = Object.values(bundle)
        const assets = files
          .map(({ fileName }) => `/${fileName}`)
          .filter((path) => path.startsWith('/assets/'))
        const kept = assets.filter((path) => path.endsWith('.css') || fontsAtOnce.test(path))
        for (const name of neededChunks(files, root)) kept.push(`/${name}`)
        shell = { kept: [shellPage, ...besideAssets, ...kept.sort()], assets: assets.sort() }

        const drawing = await readFile(join(root, 'public/favicon.svg'))
        for (const { name, side, part } of icons) {
          this.emitFile({ type: 'asset', fileName: `icons/${name}`, source: await icon(drawing, side, part) })
        }
      },
    },
    async writeBundle() {
      if (shell === null) return
      const page = await readFile(join(outDir, 'index.html'))
      const hash = createHash('sha256').update(page).update(JSON.stringify(shell))
      for (const name of ['theme.js', 'opening.js', 'favicon.svg', 'manifest.webmanifest'])
        hash.update(await readFile(join(root, 'public', name)))
      await buildWorker(root, outDir, { ...shell, version: hash.digest('hex').slice(0, 16) })
    },
  }
}

type Built = Rolldown.OutputAsset | Rolldown.OutputChunk

/** The chunks of the first page and of everything that is needed offline, with all their imports. */
function neededChunks(files: readonly Built[], root: string): Set<string> {
  const chunks = new Map(files.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])))
  const needed = new Set<string>()
  const add = (name: string) => {
    const chunk = chunks.get(name)
    if (!chunk || needed.has(name)) return
    needed.add(name)
    for (const imported of chunk.imports) add(imported)
  }
  for (const chunk of chunks.values()) {
    const module = chunk.facadeModuleId === null ? '' : relative(root, chunk.facadeModuleId)
    if (chunk.isEntry || chunk.name === homeChunk || neededOffline.some((pattern) => pattern.test(module)))
      add(chunk.fileName)
  }
  return needed
}

async function buildWorker(root: string, outDir: string, shell: Shell): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { KINORA_SHELL: JSON.stringify(shell) },
    build: {
      outDir,
      emptyOutDir: false,
      rolldownOptions: {
        input: join(root, 'service-worker/main.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  })
}

async function icon(drawing: Buffer, side: number, part: number): Promise<Buffer> {
  const inner = Math.round(side * part)
  const drawn = await sharp(drawing, { density: 72 * (inner / 48) })
    .resize(inner, inner)
    .png()
    .toBuffer()
  if (part === 1) return drawn
  const ground = { width: side, height: side, channels: 4 as const, background: '#f2f2f2' }
  return sharp({ create: ground })
    .composite([{ input: drawn, gravity: 'centre' }])
    .png()
    .toBuffer()
}
