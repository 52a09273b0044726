import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/**
 * Transcribes a recording (or an added file, by the file's id) piece by piece, continuing after the last stored piece.
 * `failingSince` is given where its engine could not be asked since then.
 */
export const transcribeRecording = defineJob(
  'transcribe_recording',
  z.object({ userId: z.uuid(), recordingId: z.uuid(), failingSince: z.iso.datetime().optional() }),
)

/** Cuts a recording at its pauses, for a browser that has the pieces recognised with the person's own key. */
export const cutRecording = defineJob('cut_recording', z.object({ userId: z.uuid(), recordingId: z.uuid() }))

/** Searches a transcript for possible errors. Queued when the transcript is complete, and when a person asks. */
export const findSuggestions = defineJob(
  'find_suggestions',
  z.object({ userId: z.uuid(), transcriptId: z.uuid() }),
)

/** Has a model read what a story is about. Queued when one of its transcripts is complete, and when a person asks. */
export const readStory = defineJob('read_story', z.object({ userId: z.uuid(), storyId: z.uuid() }))

/** Decides who speaks by the louder of two tracks. Queued when two recordings turn out to be of the same talk. */
export const followTwoTracks = defineJob(
  'follow_two_tracks',
  z.object({ userId: z.uuid(), transcriptId: z.uuid() }),
)

/** Queues transcripts again whose job is gone. */
export const rescueTranscripts = defineJob('rescue_transcripts', z.unknown())
