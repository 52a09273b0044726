/**
 * Types of sound that browsers play as they are, so that no copy is made of them. Cameras and phones do not write these
 * types, so they are handed out unchanged.
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
