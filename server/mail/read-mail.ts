import { limits } from '#contract/limits.ts'
import { textOfHtml } from './text-of-html.ts'

/** The parts of a mail that we use: its header fields, its text and the number of its attachments. */
export type ReadMail = {
  /** The values by header name in lower case, in the order of the mail. */
  headers: ReadonlyMap<string, readonly string[]>
  /** The plain text, or else the text of its HTML; null when there is neither. */
  text: string | null
  /** Whether the text was longer than `limits.mailTextBytes` and is therefore incomplete. */
  isCut: boolean
  /** The number of attached files. */
  attachments: number
}

type Part = { headers: Map<string, string[]>; body: string }

/** More levels of nesting, and more parts, than any mail program produces. */
const DEPTH_MAX = 8
const PARTS_MAX = 200
const HEADER_MAX = 200_000
/** A picture within the text that is encoded in more letters than this, some 70 kB, is a photograph; logos of signatures are smaller. */
const LOGO_MAX = 100_000

/**
 * Reads a mail (RFC 5322, RFC 2045): its plain text, in whatever encoding, or else the text of its HTML. Phones send the text above
 * a picture and the text below it as separate parts: both are read, one after the other. A malformed mail is read as far as
 * possible; nothing is rendered or fetched, and the content is not trusted.
 */
export function readMail(bytes: Uint8Array): ReadMail {
  // Latin-1 maps each byte to one character. Transfer encodings apply to bytes; the text is decoded once its charset is known.
  const whole = partOf(Buffer.from(bytes).toString('latin1'))
  const found: Found = { plain: null, html: null, attachments: 0, parts: 0 }
  walk(whole, 0, found)
  // Some mail programs put an empty plain text beside their HTML.
  const { attachments } = found
  const isBlank = found.plain === null || found.plain.text.trim() === ''
  const used = isBlank && found.html !== null ? asPlain(found.html) : found.plain
  return { headers: whole.headers, text: used?.text ?? null, isCut: used?.isCut ?? false, attachments }
}

/** `size` is the number of encoded bytes that the text was decoded from. */
type Text = { text: string; isCut: boolean; size: number }
type Found = { plain: Text | null; html: Text | null; attachments: number; parts: number }

const asPlain = (html: Text): Text => ({ ...html, text: textOfHtml(html.text) })

function walk(part: Part, depth: number, found: Found): void {
  found.parts += 1
  if (depth > DEPTH_MAX || found.parts > PARTS_MAX) return
  const { value: type, parameters } = fieldOf(part.headers.get('content-type')?.[0] ?? 'text/plain')
  const boundary = parameters.get('boundary')
  if (type.startsWith('multipart/') && boundary) {
    for (const inner of partsOf(part.body, boundary)) walk(partOf(inner), depth + 1, found)
    return
  }
  const disposition = fieldOf(part.headers.get('content-disposition')?.[0] ?? '')
  // An inline picture has a Content-ID by which the text refers to it: the logo of a signature, but also each photograph that a phone
  // puts into a reply.
  const isLogo = part.headers.has('content-id') && part.body.length <= LOGO_MAX
  const isShownInside = type.startsWith('text/') || isLogo
  // Some mail programs send an attached text file as inline text. It is recognised by its file name.
  const before = type === 'text/html' ? found.html : found.plain
  const isNamedText = before !== null && (parameters.has('name') || disposition.parameters.has('filename'))
  const isFile = disposition.value === 'attachment' || !isShownInside || isNamedText
  if (isFile) found.attachments += 1
  else if (type === 'text/plain') {
    const says = (name: string) => parameters.get(name)?.toLowerCase()
    const read = decoded(part, parameters.get('charset'), roomAfter(before))
    const isFlowed = says('format') === 'flowed'
    const text = isFlowed ? joined(read.text, says('delsp') === 'yes') : read.text
    found.plain = after(before, { ...read, text })
  } else if (type === 'text/html') {
    const charset = parameters.get('charset') ?? charsetIn(part.body)
    found.html = after(before, decoded(part, charset, roomAfter(before)), '<br>')
  }
}

/** How many more bytes of the mail's text may be read. */
const roomAfter = (before: Text | null): number =>
  before?.isCut ? 0 : limits.mailTextBytes - (before?.size ?? 0)

const after = (before: Text | null, next: Text, between = '\n'): Text =>
  before === null
    ? next
    : {
        text: before.text + between + next.text,
        isCut: before.isCut || next.isCut,
        size: before.size + next.size,
      }

/** The charset that HTML declares at its top, for a part whose header declares none. */
const charsetIn = (body: string): string | undefined =>
  /charset=(?:3D)?["']?([\w-]{2,20})/i.exec(body.slice(0, 2_000))?.[1]

function partOf(source: string): Part {
  const end = /\r?\n\r?\n/.exec(source)
  const isHeadless = /^\r?\n/.test(source)
  const head = isHeadless ? '' : source.slice(0, Math.min(end?.index ?? source.length, HEADER_MAX))
  const body = isHeadless
    ? source.replace(/^\r?\n/, '')
    : source.slice(end ? end.index + end[0].length : source.length)
  const headers = new Map<string, string[]>()
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon < 1) continue
    const name = line.slice(0, colon).trim().toLowerCase()
    const value = line.slice(colon + 1).trim()
    const same = headers.get(name)
    if (same) same.push(value)
    else headers.set(name, [value])
  }
  return { headers, body }
}

/** Parses a header field such as `text/plain; charset="utf-8"`. */
function fieldOf(text: string): { value: string; parameters: Map<string, string> } {
  const parameters = new Map<string, string>()
  for (const [, name = '', quoted, plain = ''] of text.matchAll(
    /;\s*([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s;]+))/g,
  )) {
    parameters.set(name.toLowerCase(), quoted ?? plain)
  }
  return { value: (text.split(';')[0] ?? '').trim().toLowerCase(), parameters }
}

/** The parts between boundary lines. The body is scanned only once, whatever it contains. */
function partsOf(body: string, boundary: string): string[] {
  const mark = `--${boundary}`
  const parts: string[] = []
  let start: number | null = null
  let at = body.indexOf(mark)
  while (at !== -1 && parts.length <= PARTS_MAX) {
    const newline = body.indexOf('\n', at)
    const end = newline === -1 ? body.length : newline
    const isLineStart = at === 0 || body[at - 1] === '\n'
    const rest = isLineStart ? body.slice(at + mark.length, end).trimEnd() : null
    if (rest === '' || rest === '--') {
      if (start !== null) parts.push(body.slice(start, Math.max(start, at - 1)))
      start = rest === '' ? end + 1 : null
    }
    at = body.indexOf(mark, end)
  }
  if (start !== null) parts.push(body.slice(start))
  return parts
}

/** Decodes a part, but only its first `most` bytes: decoding a very long mail would block the event loop for seconds. */
function decoded({ headers, body }: Part, charset: string | undefined, most: number): Text {
  const isCut = body.length > most
  const line = isCut ? body.lastIndexOf('\n', most) : 0
  // Cut between two lines, where no encoded character can be split.
  const read = isCut ? body.slice(0, line > 0 ? line + 1 : most) : body
  const bytes = transferred(read, (headers.get('content-transfer-encoding')?.[0] ?? '').toLowerCase())
  const text = textIn(bytes, charset, isCut).replace(/\r\n?/g, '\n').replaceAll('\0', '')
  return { text, isCut, size: read.length }
}

function transferred(body: string, encoding: string): Uint8Array {
  if (encoding === 'base64') return Buffer.from(body.replace(/[^A-Za-z0-9+/=]/g, ''), 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1')
  const text = body
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/=\n/g, '')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(text, 'latin1')
}

/**
 * The text in the charset that the mail names. Where it names none that is known, or only ASCII, which has no accents, these are read as
 * UTF-8 if they can be, and otherwise as what mails were written in before.
 */
function textIn(bytes: Uint8Array, charset: string | undefined, isCut: boolean): string {
  const named = charset === undefined || /^(us-)?ascii$/i.test(charset) ? null : decoderOf(charset)
  if (named !== null) return named.decode(bytes, { stream: isCut })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function decoderOf(charset: string): TextDecoder | null {
  try {
    return new TextDecoder(charset)
  } catch {
    return null
  }
}

/**
 * Joins `format=flowed` lines: a line that ends with a space continues in the next (RFC 3676); with `delsp` that space is dropped.
 * A quoted line and an unquoted one are never joined (RFC 3676, 4.5): what was written below a quotation would become part of it.
 */
function joined(text: string, isSpaceDeleted: boolean): string {
  const between = isSpaceDeleted ? '' : ' '
  return text
    .replace(/^ (?=[ >]|From )/gm, '')
    .replace(/^(?!>|-- \n)(.*) \n(?!>)/gm, (_, line: string) => line + between)
}
