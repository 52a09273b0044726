import { drawable } from '#contract/drawable.ts'
import type { FileFinding, MediaItem } from '#contract/media.ts'

/** What was found inside a stored file and what the family can do about it; null where nothing was found. */
export function findingSentenceOf({
  finding,
  mimeType,
  sha256,
}: Pick<MediaItem, 'finding' | 'mimeType' | 'sha256'>): string | null {
  if (finding === null) return null
  if (finding === 'unreadable' && sha256 === null) return notReadBack
  return finding === 'no_preview' && drawable.has(mimeType) ? tooLarge : sentences[finding]
}

const notReadBack =
  'This file could not be read back from where it is kept, so nobody has looked into it yet. Kinora goes on trying by itself; ' +
  'please keep your own copy until this line is gone.'

const tooLarge =
  'This picture is too large to be made smaller here. It is kept untouched; books and links to share go without it.'

const sentences: Record<FileFinding, string> = {
  incomplete:
    'The end of this file is missing. What there is of it is kept; if you have a better copy, please add that too.',
  unreadable:
    'Nothing in this file could be opened. It is kept as it is; if you have a better copy, please add that too.',
  protected:
    'This document is encrypted and may ask for a password. Passwords get lost: please add a copy without one if you can.',
  silent: 'This film has no sound.',
  no_preview:
    'Pictures of this kind (HEIC) are kept untouched, but cannot be shown here. Download it to look at it.',
}
