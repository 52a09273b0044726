import type { BookPage, PageContent } from '#contract/book-pages.ts'
import { Html, html } from '../../../html.ts'
import { hrefOf } from '../names.ts'
import type { Taken } from '../take-rows.ts'
import { pageOf } from './page.ts'

/** A storybook on one page, from its cover to its last words. */
export function bookPageHtml(
  title: string,
  pages: BookPage[],
  { mediaPaths }: Pick<Taken, 'mediaPaths'>,
): string {
  const content = html`<p><a href="../index.html">All stories</a></p>${pages.map((page) => shown(page.content, mediaPaths))}`
  return pageOf(title, content)
}

function shown(page: PageContent, paths: Taken['mediaPaths']): Html {
  switch (page.kind) {
    case 'cover':
      return html`${picture(page.pictureId, paths)}<h1 dir="auto">${page.title}</h1><p class="soft" dir="auto">${page.subtitle}</p>`
    case 'chapter':
      return html`<h2 dir="auto">${page.title}</h2><p class="soft" dir="auto">${page.subtitle}</p>${picture(page.pictureId, paths)}`
    case 'text':
      return html`${page.passages.map(({ kind, speaker, text }) => html`${speaker && html`<h3 dir="auto">${speaker}</h3>`}<p class="${kind === 'words' ? 'words' : 'words soft'}" dir="auto">${text}</p>`)}`
    case 'photo':
      return html`<figure>${picture(page.pictureId, paths)}<figcaption dir="auto">${page.caption}</figcaption></figure>`
    default:
      return html`<p class="words" dir="auto">${page.text}</p>`
  }
}

function picture(id: string | null, paths: Taken['mediaPaths']): Html {
  const path = id === null ? undefined : paths.get(id)
  return path === undefined
    ? new Html('')
    : html`<img loading="lazy" src="../${new Html(hrefOf(path))}" alt="">`
}
