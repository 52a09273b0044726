/**
 * Sounds that browsers play as they are: no copy is made of them. Cameras and phones do not write these, so they go out as
 * they were given.
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

/** Whether a link opens this original at all: a film or sound may say where it was taken and by what, its copy does not. */
export function isShownByCopy({ kind, mimeType }: { kind: string; mimeType: string }): boolean {
  return kind === 'video' || (kind === 'audio' && !WITHOUT_COPY.includes(mimeType))
}
