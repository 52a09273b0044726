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
  const leading = recordings.filter(({ id, trackGroup }) => trackGroup === null || trackGroup === id)
  const several = leading.length > 1

  const recorded = leading
    .map((recording, index) => ({ recording, label: several ? `Part ${index + 1}` : 'Recording' }))
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

function tracksOf(leading: Recording, recordings: Recording[]): Track[] {
  const others = recordings.filter(({ id, trackGroup }) => trackGroup === leading.id && id !== leading.id)
  const phones = [leading, ...others].filter(({ linkId }) => linkId !== null).length
  let phone = 0
  return [leading, ...others].map((recording) => {
    if (recording.linkId !== null) phone += 1
    const named = phones > 1 ? `Phone ${phone}` : 'Phone'
    const { id, kind, offsetMs, driftPpm, originalMediaId } = recording
    return {
      id,
      label: recording.linkId === null ? 'Computer' : named,
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
