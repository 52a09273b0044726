import type { BookPage, PageContent } from '#contract/book-pages.ts'
import { drawnByMachine } from '#contract/picture-styles.ts'
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
      return html`${picture(page, paths)}<h1 dir="auto">${page.title}</h1><p class="soft" dir="auto">${page.subtitle}</p>`
    case 'chapter':
      return html`<h2 dir="auto">${page.title}</h2><p class="soft" dir="auto">${page.subtitle}</p>${picture(page, paths)}`
    case 'text':
      return html`${page.passages.map(({ kind, speaker, text }) => html`${speaker && html`<h3 dir="auto">${speaker}</h3>`}<p class="${kind === 'words' ? 'words' : 'words soft'}" dir="auto">${text}</p>`)}`
    case 'photo':
      return html`<figure>${picture(page, paths)}<figcaption dir="auto">${page.caption}</figcaption></figure>`
    default:
      return html`<p class="words" dir="auto">${page.text}</p>`
  }
}

type Pictured = Extract<PageContent, { pictureId: string | null }>

function picture({ pictureId, isDrawn }: Pictured, paths: Taken['mediaPaths']): Html {
  const path = pictureId === null ? undefined : paths.get(pictureId)
  if (path === undefined) return new Html('')
  return html`<img loading="lazy" src="../${new Html(hrefOf(path))}" alt="">${isDrawn === true && html`<p class="soft">${drawnByMachine}</p>`}`
}
