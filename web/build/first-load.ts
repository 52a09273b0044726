import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** The name of the chunk with what the dashboard needs beyond main.tsx. */
export const homeChunk = 'home'

/**
 * Bundles what everybody loads first into two files instead of fifty small ones that wait for each other: on a slow connection each
 * file costs a round trip, and small files compress worse. `start` is what main.tsx needs. `shared` is what at least six
 * pages use of the design system, each part of which used to be a file: a story page requested 95 of them, and now requests 41
 * with fewer bytes. Parts that fewer pages share are left out, since others would load what they do not need; so are the menu,
 * 12 kB with its dependencies, and what is said of mails and of accounts, which the studio does not use.
 */
export function fileGroups(root: string): Rolldown.CodeSplittingGroup[] {
  const holding = (...files: string[]) => {
    const paths = new Set(files.map((file) => join(root, file)))
    return (id: string) => paths.has(id)
  }
  return [
    { name: 'start', priority: 2, test: holding('main.tsx') },
    { name: homeChunk, priority: 1, test: holding('shell/app-shell.tsx', 'pages/dashboard-page.tsx') },
    {
      name: 'shared',
      priority: 0,
      test: /[\\/](lucide-react|web[\\/](ui|lib))[\\/](?!menu\.tsx|no-mail-note\.tsx|service-settings\.ts|dist[\\/]esm[\\/]icons[\\/]mail-x|auth-sentences\.ts)/,
      minShareCount: 6,
    },
  ]
}

/** Preloads the `home` chunk from index.html, so that it loads along with the first file instead of after that has run. */
export function firstLoad(): Plugin {
  return {
    name: 'kinora:first-load',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { path, bundle }) {
        if (path !== '/index.html') return []
        const home = Object.values(bundle ?? {}).find(({ name }) => name === homeChunk)
        if (home === undefined) throw new Error('the build has no file of what the dashboard needs')
        const attrs = { rel: 'modulepreload', crossorigin: '', href: `/${home.fileName}` }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}
