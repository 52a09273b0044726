import type { HtmlTagDescriptor, Plugin } from 'vite'

/** The built font files that every page needs from its first moment, online and offline. */
export const fontsAtOnce = /(hyperlegible-next|literata)-latin-wght-normal-[\w-]+\.woff2$/

/**
 * Preloads these fonts along with a page, instead of after its styles are read and its first words drawn. On devices without fonts
 * as wide as ours, the late change of font moved the button that somebody was just pressing.
 */
export function fonts(): Plugin {
  return {
    name: 'kinora:fonts-at-once',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { path, bundle }) {
        const files = Object.keys(bundle ?? {}).filter((file) => fontsAtOnce.test(file))
        if (files.length === 0) throw new Error('the build has no fonts for its first words')
        return files.map((file): HtmlTagDescriptor => {
          const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` }
          // The landing page can be read before any script has run, so there the fonts come first.
          return { tag: 'link', attrs, injectTo: path === '/landing.html' ? 'head-prepend' : 'head' }
        })
      },
    },
  }
}
