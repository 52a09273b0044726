import type { Plugin } from 'vite'
import { compileArticle } from './compile-article.ts'

/** Lets the app import help articles: `*.md` becomes a module that exports its `article`. */
export function articles(): Plugin {
  return {
    name: 'kinora:articles',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.md')) return
      return { code: `export const article = ${JSON.stringify(compileArticle(code))}`, map: null }
    },
  }
}
