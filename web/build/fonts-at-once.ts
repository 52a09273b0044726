import type { HtmlTagDescriptor, Plugin } from 'vite'

/** The built files of the letters that a page is written in from its first moment, here and without a network. */
export const fontsAtOnce = /(hyperlegible-next|literata)-latin-wght-normal-[\w-]+\.woff2$/

/**
 * Has them come along with a page instead of after its style was read and its first words drawn. Where the device has no letters as wide as
 * ours, what is pressed at that moment moved away under the finger.
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
          // The front page can be read before any script has run, so there they come first.
          return { tag: 'link', attrs, injectTo: path === '/landing.html' ? 'head-prepend' : 'head' }
        })
      },
    },
  }
}
