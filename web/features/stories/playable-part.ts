import type { RecordingState } from '#contract/recordings.ts'
import type { Story } from '#contract/stories.ts'

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
}

/** The playable parts of a story in order: its recordings, then added films and sound. */
export function playableParts(story: Pick<Story, 'recordings' | 'files'>): PlayablePart[] {
  const recordings = [...story.recordings].sort((a, b) => a.part - b.part)
  const several = recordings.length > 1

  const recorded = recordings
    .filter((recording) => recording.state !== 'receiving')
    .map((recording) => ({
      id: recording.id,
      label: several ? `Part ${recording.part + 1}` : 'Recording',
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
    }
  })

  return [...recorded, ...added]
}

function inSeconds(milliseconds: number | null): number | null {
  return milliseconds === null ? null : milliseconds / 1_000
}
