import { withSigns } from './html-signs.ts'

/** Block elements: both kinds begin and end a line, and `paragraphs` also leave a blank line. */
const paragraphs = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'dl',
  'table',
  'pre',
  'blockquote',
])
const lines = new Set(
  'address article aside body center dd div dt fieldset figcaption figure footer form header html li main nav section tr'.split(
    ' ',
  ),
)
const cells = new Set(['td', 'th'])
/** Elements without readable text: everything up to their end tag is skipped. */
const silent = new Set([
  'script',
  'style',
  'title',
  'template',
  'noscript',
  'iframe',
  'svg',
  'object',
  'select',
])
/** The most `> ` before a line; how deep quotations are nested beyond that is of no use to a reader. */
const QUOTED_MAX = 3
const ITEM = '- '
const RULE = '_'.repeat(32)

/**
 * The text of a mail's HTML as a reader sees it: line by line, with `> ` before quotations as in plain text. The HTML is read once
 * from front to back; nothing is rendered or fetched, and elements still open at the end are treated as closed there.
 */
export function textOfHtml(html: string): string {
  const page = newPage()
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    page.write(withSigns(html.slice(at, open === -1 ? html.length : open)))
    if (open === -1) break
    at = takeMarkup(html, open, page)
  }
  return page.text()
}

/** Handles the markup at `open`. @returns the index at which the text goes on */
function takeMarkup(html: string, open: number, page: Page): number {
  if (html.startsWith('<!--', open)) return after(html, '-->', open + 4)
  const next = html.charAt(open + 1)
  if (next === '!' || next === '?') return after(html, '>', open)
  const tag = /[A-Za-z][A-Za-z0-9:-]{0,30}/y
  tag.lastIndex = open + (next === '/' ? 2 : 1)
  const name = tag.exec(html)?.[0].toLowerCase()
  if (name === undefined) {
    page.write('<')
    return open + 1
  }
  const end = endOfTag(html, tag.lastIndex)
  if (next === '/') {
    page.close(name)
    return end
  }
  if (silent.has(name) && html.charAt(end - 2) !== '/') return afterElement(html, name, end)
  page.open(name)
  return end
}

function after(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from)
  return at === -1 ? html.length : at + mark.length
}

/** The index after the tag's `>`; a `>` within quotation marks is part of an attribute. */
function endOfTag(html: string, from: number): number {
  let quote = ''
  for (let at = from; at < html.length; at += 1) {
    const sign = html.charAt(at)
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '>') return at + 1
    else if ((sign === '"' || sign === "'") && html.charAt(at - 1) === '=') quote = sign
  }
  return html.length
}

function afterElement(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}[\\s/>]`, 'gi')
  end.lastIndex = from
  const found = end.exec(html)
  return found ? after(html, '>', found.index) : html.length
}

type Page = ReturnType<typeof newPage>

/** The text under construction, which grows at its end. */
function newPage() {
  const written: string[] = []
  /** The current line in pieces: a long string that is read after each concatenation would be copied each time. */
  let line: string[] = []
  let quoted = 0
  let verbatim = 0
  /** Blank lines that are due before the next word. */
  let free = 0
  let isNew = true

  const endsInSpace = () => line.at(-1)?.endsWith(' ') ?? false
  const prefix = () => '> '.repeat(Math.min(quoted, QUOTED_MAX))
  const endLine = () => {
    written.push(`${prefix()}${line.join('').trimEnd()}`)
    line = []
    isNew = true
  }
  const startLine = () => {
    const isBareItem = line.length === 1 && line[0] === ITEM
    if (!isNew && !isBareItem) endLine()
  }
  const startParagraph = () => {
    startLine()
    free = 1
  }
  const put = (words: string) => {
    if (isNew && free > 0 && written.length > 0) written.push(prefix().trimEnd())
    free = 0
    isNew = false
    line.push(words)
  }

  return {
    write: (text: string) => {
      if (verbatim > 0) {
        for (const [index, each] of text.replace(/\r\n?/g, '\n').split('\n').entries()) {
          if (index > 0) endLine()
          if (each !== '') put(each)
        }
        return
      }
      const words = text.replace(/[\s\u200b\ufeff]+/g, ' ')
      const isSpace = words === ' ' || words === ''
      if (isSpace) {
        if (!isNew && words === ' ' && !endsInSpace()) line.push(' ')
        return
      }
      put(isNew || endsInSpace() ? words.trimStart() : words)
    },
    open: (name: string) => {
      if (name === 'br') endLine()
      if (name === 'hr') {
        startLine()
        put(RULE)
        endLine()
      }
      if (cells.has(name) && !isNew && !endsInSpace()) line.push(' ')
      if (lines.has(name)) startLine()
      if (paragraphs.has(name)) startParagraph()
      if (name === 'blockquote') quoted += 1
      if (name === 'pre') verbatim += 1
      if (name === 'li') put(ITEM)
    },
    close: (name: string) => {
      if (lines.has(name)) startLine()
      if (paragraphs.has(name)) startParagraph()
      if (name === 'blockquote') quoted = Math.max(0, quoted - 1)
      if (name === 'pre') verbatim = Math.max(0, verbatim - 1)
    },
    text: () => {
      startLine()
      return written.join('\n')
    },
  }
}
