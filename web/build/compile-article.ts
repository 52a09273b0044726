import { lexer, type Token, type Tokens } from 'marked'
import type { Article, Block, Words } from '../features/help/article.ts'

/**
 * Turns an article's Markdown into its tree. Markdown that help does not use (HTML, tables, external pictures) fails the
 * build, so that nothing unforeseen reaches a page.
 */
export function compileArticle(markdown: string): Article {
  const [first, ...rest] = lexer(markdown).filter(({ type }) => type !== 'space')
  if (first?.type !== 'heading' || first.depth !== 1) throw new Error('an article begins with its title')

  const blocks = rest.map(blockOf)
  const ids = blocks.flatMap((block) => (block.type === 'heading' ? [block.id] : []))
  if (new Set(ids).size !== ids.length) throw new Error(`“${first.text}” has two parts of one name`)
  return { title: first.text, blocks }
}

function blockOf(token: Token): Block {
  switch (token.type) {
    case 'heading':
      if (token.depth !== 2) throw new Error(`parts are headings of the second level: ${token.raw}`)
      return { type: 'heading', id: idOf(token.text), text: token.text }
    case 'paragraph':
      if (token.tokens?.length === 1 && token.tokens[0]?.type === 'image')
        return pictureOf(token.tokens[0] as Tokens.Image)
      return { type: 'paragraph', words: wordsOf(token.tokens) }
    case 'list':
      return {
        type: 'list',
        isOrdered: token.ordered,
        items: (token as Tokens.List).items.map(({ tokens }) => tokens.flatMap(wordsOfItem)),
      }
    case 'blockquote':
      return { type: 'note', words: (token.tokens ?? []).flatMap(wordsOfItem) }
    default:
      throw new Error(`help articles have no ${token.type}: ${token.raw}`)
  }
}

/** `![What it shows](new-story)`: the text in brackets is the picture's alternative text. */
function pictureOf({ href, text }: Tokens.Image): Block {
  if (!/^[a-z-]+$/.test(href) || text === '')
    throw new Error(`no picture of a screen with its words: ${href}`)
  return { type: 'picture', name: href, says: text }
}

function wordsOfItem(token: Token): Words[] {
  if (token.type !== 'text' && token.type !== 'paragraph')
    throw new Error(`one paragraph only in: ${token.raw}`)
  return wordsOf(token.tokens)
}

function wordsOf(tokens: Token[] = []): Words[] {
  return tokens.map((token): Words => {
    switch (token.type) {
      case 'text':
      case 'escape':
        return token.text
      case 'strong':
      case 'em':
        return { type: token.type, words: wordsOf(token.tokens) }
      case 'codespan':
        return { type: 'key', words: [token.text] }
      case 'link':
        if (!/^\/app(\/|$|\?)/.test(token.href))
          throw new Error(`help links lead into the app: ${token.href}`)
        return { type: 'link', href: token.href, words: wordsOf(token.tokens) }
      default:
        throw new Error(`help articles have no ${token.type}: ${token.raw}`)
    }
  })
}

function idOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
