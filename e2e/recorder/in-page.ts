import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'

/** Loads page-side.ts into a page. The page's context has to bypass the content security policy. */
export async function bringPageSide(page: Page): Promise<void> {
  await page.addScriptTag({ content: await bundlePageSide() })
}

/** page-side.ts with all its imports, bundled as one script. */
export async function bundlePageSide(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: join(import.meta.dirname, 'page-side.ts'), formats: ['iife'], name: 'bundle' },
    },
  })
  const [output] = [built].flat()
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (chunk === undefined) throw new Error('page-side.ts could not be bundled')
  return chunk.code
}
