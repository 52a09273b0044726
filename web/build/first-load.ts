import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** The file of what the dashboard needs beyond main.tsx. */
export const homeChunk = 'home'

/**
 * What everybody loads first, in two files instead of fifty small ones that wait for each other: on a slow line each
 * costs its own way there and back, and small files compress worse. `start` is what main.tsx needs. `shared` is what six
 * pages or more take of the design system, each piece of which was a file: a story asked for 95 of them, and asks for 41
 * with fewer bytes. Whatever fewer pages share would make others load what they do not need; so would the menu, 12 kB with
 * what it is made of, of which the studio has none.
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
      test: /[\\/](lucide-react|web[\\/](ui|lib))[\\/](?!menu\.tsx)/,
      minShareCount: 6,
    },
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
