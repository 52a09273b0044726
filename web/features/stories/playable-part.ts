import type { Recording, RecordingState } from '#contract/recordings.ts'
import type { Story } from '#contract/stories.ts'
import type { TrackPlace } from './tracks.ts'

/** One piece of a story that can be watched or listened to: a part of the recording, or a film or sound added to it. */
export type PlayablePart = {
  id: string
  label: string
  kind: 'video' | 'audio'
  /** What plays: the copy that seeks at once, or the original while there is none. */
  mediaId: string
  originalMediaId: string
  mimeType: string
  seconds: number | null
  state: RecordingState | null
  /** The same talk as other devices recorded it, this part first; a part that stands alone is its own only track. */
  tracks: Track[]
}

export type Track = TrackPlace & Pick<PlayablePart, 'id' | 'label' | 'kind' | 'mediaId' | 'originalMediaId'>

/** The playable parts of a story in order: its recordings, then added films and sound. */
export function playableParts(story: Pick<Story, 'recordings' | 'files'>): PlayablePart[] {
  const recordings = [...story.recordings].sort((a, b) => a.part - b.part)
  const leading = leadingOf(recordings)
  const several = leading.length > 1

  const recorded = leading
    .map((recording, index) => ({
      recording,
      label: several ? partLabel(recording, index, recordings) : 'Recording',
    }))
    .filter(({ recording }) => recording.state !== 'receiving')
    .map(({ recording, label }) => ({
      id: recording.id,
      label,
      tracks: tracksOf(recording, recordings),
      kind: recording.kind,
      mediaId: recording.playbackMediaId ?? recording.originalMediaId,
      originalMediaId: recording.originalMediaId,
      mimeType: recording.mimeType,
      seconds: inSeconds(recording.durationMs),
      state: recording.state,
    }))

  const added = story.files.flatMap((file) => {
    if (file.kind !== 'video' && file.kind !== 'audio') return []
    return {
      id: file.id,
      label: file.fileName,
      kind: file.kind,
      mediaId: file.playbackMediaId ?? file.id,
      originalMediaId: file.id,
      mimeType: file.mimeType,
      seconds: inSeconds(file.durationMs),
      state: null,
      tracks: [],
    }
  })

  return [...recorded, ...added]
}

/** The recordings that follow each other, in order: of several tracks of one talk, the first. */
export function leadingOf<R extends Pick<Recording, 'id' | 'part' | 'trackGroup'>>(
  recordings: readonly R[],
): R[] {
  return recordings
    .filter(({ id, trackGroup }) => trackGroup === null || trackGroup === id)
    .sort((a, b) => a.part - b.part)
}

/**
 * The recordings of which a device may have more than the server, which ended them after a day of silence. One that has sent the whole
 * once more under another id has not; a phone beside a computer may have the same number for another part.
 */
export function thoseWithMore(recordings: readonly Recording[]): Recording[] {
  return recordings.filter(({ id, part, linkId, endedBy }) => {
    const isSentAgain = recordings.some(
      (other) => other.id !== id && other.part === part && other.linkId === linkId,
    )
    return endedBy === 'server' && !isSentAgain
  })
}

/** Parts follow each other; those that wait to be laid over each other do not, and are told apart by their device. */
function partLabel(recording: Recording, index: number, recordings: readonly Recording[]): string {
  const label = `Part ${index + 1}`
  if (!recording.awaitsComparison) return label
  const waiting = recordings.filter(({ awaitsComparison }) => awaitsComparison)
  return `${label}, ${deviceOf(recording, waiting)}`
}

/** What recorded this, among those that recorded the same talk. */
function deviceOf({ id, linkId }: Recording, together: readonly Recording[]): string {
  if (linkId === null) return 'Computer'
  const phones = together.filter((other) => other.linkId !== null)
  return phones.length > 1 ? `Phone ${phones.findIndex((other) => other.id === id) + 1}` : 'Phone'
}

function tracksOf(leading: Recording, recordings: Recording[]): Track[] {
  const others = recordings.filter(({ id, trackGroup }) => trackGroup === leading.id && id !== leading.id)
  const together = [leading, ...others]
  return together.map((recording) => {
    const { id, kind, offsetMs, driftPpm, originalMediaId } = recording
    return {
      id,
      label: deviceOf(recording, together),
      kind,
      mediaId: recording.playbackMediaId ?? originalMediaId,
      originalMediaId,
      offsetMs,
      driftPpm,
    }
  })
}

function inSeconds(milliseconds: number | null): number | null {
  return milliseconds === null ? null : milliseconds / 1_000
}
