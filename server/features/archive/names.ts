/** What an archive is called, and the folder that it unpacks to. */
export const archiveName = (askedAt: Date): string => `kinora-archive-${askedAt.toISOString().slice(0, 10)}`

/**
 * Turns a text into a file name that every system allows: no separators, no control characters, no marks that reverse
 * the reading direction.
 */
export function fileNameOf(text: string, fallback: string): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[\\/:*?"<>|#%\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
  const cut = [...plain.trim()].slice(0, 60).join('')
  return cut.replace(/^[. ]+/, '').replace(/[. ]+$/, '') || fallback
}

/** A path in the archive as a link from one of its pages. */
export const hrefOf = (path: string): string => path.split('/').map(encodeURIComponent).join('/')
