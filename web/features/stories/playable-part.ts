import type { Recording, RecordingState } from '#contract/recordings.ts'
import type { Story } from '#contract/stories.ts'
import type { TrackPlace } from './tracks.ts'

/** One part of a story that can be played: a recording, or an added video or audio file. */
export type PlayablePart = {
  id: string
  label: string
  kind: 'video' | 'audio'
  /** The file to play: the playback copy, or the original until there is one. */
  mediaId: string
  originalMediaId: string
  mimeType: string
  seconds: number | null
  state: RecordingState | null
  /** The tracks of the same talk from several devices, this part first; a part recorded by one device is its own only track. */
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

/** What plays: a part or one of its tracks, whether it starts by itself, and the start position in seconds. */
export type PartChoice = { id: string; play: boolean; from?: number }

/**
 * The place among the parts of the one to show for a choice. If that part was removed elsewhere it is the first, at rest: the choice
 * no longer counts, since another part would start where the removed one stood.
 */
export function shownPart(
  parts: readonly PlayablePart[],
  choice: PartChoice | null,
): { index: number; chosen: PartChoice | null } {
  const index = parts.findIndex(
    ({ id, tracks }) => id === choice?.id || tracks.some((track) => track.id === choice?.id),
  )
  return index < 0 ? { index: 0, chosen: null } : { index, chosen: choice }
}

/** The recordings that follow each other, in order: of a group of tracks, only the first. */
export function leadingOf<R extends Pick<Recording, 'id' | 'part' | 'trackGroup'>>(
  recordings: readonly R[],
): R[] {
  return recordings
    .filter(({ id, trackGroup }) => trackGroup === null || trackGroup === id)
    .sort((a, b) => a.part - b.part)
}

/**
 * The recordings ended by the server, after a day of silence, whose device may have more data. Not those that the device has since sent
 * in full under another id. `linkId` is compared, too, because a phone beside a computer may use the same part number for another part.
 */
export function thoseWithMore(recordings: readonly Recording[]): Recording[] {
  return recordings.filter(({ id, part, linkId, endedBy }) => {
    const isSentAgain = recordings.some(
      (other) => other.id !== id && other.part === part && other.linkId === linkId,
    )
    return endedBy === 'server' && !isSentAgain
  })
}

/**
 * Recordings are numbered. Those that wait for the comparison that groups tracks of one
 * talk may coincide, so their device is named as well.
 */
function partLabel(recording: Recording, index: number, recordings: readonly Recording[]): string {
  const label = `Part ${index + 1}`
  if (!recording.awaitsComparison) return label
  const waiting = recordings.filter(({ awaitsComparison }) => awaitsComparison)
  return `${label}, ${deviceOf(recording, waiting)}`
}

/** The device of a recording, named so that it differs from the others of the same talk. */
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
