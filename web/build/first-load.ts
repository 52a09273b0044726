import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** The file of what the dashboard needs beyond main.tsx. */
export const homeChunk = 'home'

/**
 * What everybody loads first, in two files instead of fifty small ones that wait for each other: on a slow line each
 * costs its own way there and back, and small files compress worse. `start` is what main.tsx needs.
 */
export function firstLoadGroups(root: string): Rolldown.CodeSplittingGroup[] {
  const holding = (...files: string[]) => {
    const paths = new Set(files.map((file) => join(root, file)))
    return (id: string) => paths.has(id)
  }
  return [
    { name: 'start', priority: 2, test: holding('main.tsx') },
    { name: homeChunk, priority: 1, test: holding('shell/app-shell.tsx', 'pages/dashboard-page.tsx') },
  ]
}

/** Names that second file in index.html, so that it comes along with the first instead of after it has run. */
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
