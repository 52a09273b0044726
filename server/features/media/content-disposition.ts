import { extensionOf, splitName } from '../../media/file-extension.ts'

/**
 * Content-Disposition with a name in any script (RFC 6266): plain ASCII for old clients, UTF-8 by RFC 8187 for the
 * others. Quotes, control characters and path separators never get through.
 */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const name =
    fileName
      .replace(/[\p{Cc}\p{Cf}/\\]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim() || 'file'
  const ascii =
    name
      .normalize('NFKD')
      .replace(/[^\x20-\x7e]/g, '')
      // Again, because normalising turns signs such as ℅ and ／ into slashes.
      .replace(/[/\\]/g, ' ')
      .replace(/["%]/g, "'")
      .trim() || 'file'
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encode(name)}`
}

/** Half a surrogate pair, which no URI can carry, becomes the replacement character. */
function encode(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

export type NamedFile = { fileName: string; mimeType: string; title: string | null; keptAt?: Date | null }

/**
 * The name a file is saved under: the one it came with, or its story's title and the time when it was kept. Its extension
 * matches its type whatever the file was called, because on a disk the extension decides which program opens it. A browser
 * prefers this name to the one that a page gives its link.
 */
export function downloadName({ fileName, mimeType, title, keptAt }: NamedFile): string {
  if (splitName(fileName)[1] !== '') return fileName

  const stamp = keptAt ? ` ${keptAt.toISOString().slice(0, 19).replace(/[:T]/g, '-')}` : ''
  const name = fileName || (title ? title + stamp : 'Kinora')
  return `${name}.${extensionOf(mimeType)}`
}
