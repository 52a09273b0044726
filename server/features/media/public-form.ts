/**
 * Types of sound of which there may be no copy, because most browsers play them as they are. Cameras and phones do not write these
 * types, so they are handed out unchanged where there is none.
 */
const WITHOUT_COPY = [
  'audio/mpeg',
  'audio/aac',
  'audio/ogg',
  'audio/wav',
  'audio/flac',
  'audio/aiff',
  'audio/amr',
]

/**
 * Whether a public link shows a derived copy instead of this original: a film or a sound may hold the place where it was
 * taken and the device that took it, which its copy does not.
 */
export function isShownByCopy({ kind, mimeType }: { kind: string; mimeType: string }): boolean {
  return kind === 'video' || (kind === 'audio' && !WITHOUT_COPY.includes(mimeType))
}
