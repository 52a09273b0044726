import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { id, instant, optionalText, sha256Hex } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { procedure } from '#contract/procedure.ts'

export { tusPath } from '#contract/paths.ts'

export const mediaKinds = ['video', 'audio', 'image', 'document'] as const
export const mediaKind = z.enum(mediaKinds)
export type MediaKind = z.infer<typeof mediaKind>

/** original: bytes as they came, never touched. The others are derived and can be made again. */
export const mediaRoles = ['original', 'playback', 'poster', 'peaks'] as const
export const mediaRole = z.enum(mediaRoles)
export type MediaRole = z.infer<typeof mediaRole>

/**
 * What was found inside a file. incomplete: its end is missing. unreadable: nothing in it could be opened; if it has no `sha256`
 * either, not even its bytes could be read back so far. protected: encrypted, it may ask for a password. silent: a film without
 * sound. no_preview: intact, but this server cannot draw a preview of it.
 */
export const fileFindings = ['incomplete', 'unreadable', 'protected', 'silent', 'no_preview'] as const
export const fileFinding = z.enum(fileFindings)
export type FileFinding = z.infer<typeof fileFinding>

/** A file that a person added to a story. */
export const mediaItem = z.object({
  id,
  storyId: id.nullable(),
  kind: mediaKind,
  fileName: z.string(),
  /** What the family says of it. */
  caption: z.string(),
  mimeType: z.string(),
  sizeBytes: z.int(),
  sha256: sha256Hex.nullable(),
  durationMs: z.int().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  playbackMediaId: id.nullable(),
  posterMediaId: id.nullable(),
  finding: fileFinding.nullable(),
  /** Whether the file has been examined; until then `finding` is not conclusive. */
  examined: z.boolean(),
  createdAt: instant,
})
export type MediaItem = z.infer<typeof mediaItem>

/** Signed addresses of one media file; they stop working at `expiresAt`. */
export const mediaAddress = z.object({
  id,
  mimeType: z.string(),
  sizeBytes: z.int(),
  url: z.string(),
  /** Where a browser finds what it can show of a picture: a drawn copy, if it cannot show the file itself. */
  shownUrl: z.string(),
  downloadUrl: z.string(),
  expiresAt: instant,
})

/** receiving: bytes are arriving. stored: kept, its type determined from its bytes. refused: nothing was kept, `code` says why. */
export const uploadStates = ['receiving', 'stored', 'refused'] as const
export const uploadStatus = z.object({
  id,
  state: z.enum(uploadStates),
  code: z.enum(['FILE_TYPE_REFUSED', 'FILE_EMPTY']).nullable(),
  media: mediaItem.nullable(),
})

const caption = optionalText(limits.caption)

export const mediaContract = {
  address: procedure
    .route({ method: 'GET', path: '/media/{id}/address', summary: 'A short-lived signed address of a file' })
    .input(z.object({ id }))
    .output(mediaAddress)
    .errors(errors('NOT_FOUND')),
  upload: procedure
    .route({ method: 'GET', path: '/uploads/{id}', summary: 'What became of an upload' })
    .input(z.object({ id }))
    .output(uploadStatus)
    .errors(errors('NOT_FOUND')),
  /** `was` is the caption that was edited: if the stored caption differs from it by now, it stays as it is. */
  describe: procedure
    .route({ method: 'PATCH', path: '/media/{id}', summary: 'Say what an added file shows' })
    .input(z.object({ id, caption, was: caption.optional() }))
    .output(mediaItem)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'CONFLICT')),
  remove: procedure
    .route({ method: 'DELETE', path: '/media/{id}', summary: 'Take an added file out of its story' })
    .input(z.object({ id }))
    .output(z.object({ id }))
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'CONFLICT')),
}
