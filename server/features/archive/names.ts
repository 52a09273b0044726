/** What an archive is called, and the folder that it unpacks to. */
export const archiveName = (askedAt: Date): string => `kinora-archive-${askedAt.toISOString().slice(0, 10)}`

/** Words as a file may be called on every system: no separators, no controls, no marks that turn the reading around. */
export function fileNameOf(text: string, fallback: string): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[\\/:*?"<>|#%\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
  const cut = [...plain.trim()].slice(0, 60).join('')
  return cut.replace(/^[. ]+/, '').replace(/[. ]+$/, '') || fallback
}

/** A place in the archive as an address within a page of it. */
export const hrefOf = (path: string): string => path.split('/').map(encodeURIComponent).join('/')
