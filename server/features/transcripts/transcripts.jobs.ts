import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Hears a recording, or a file by its own id, piece by piece, going on where it stopped. */
export const transcribeRecording = defineJob(
  'transcribe_recording',
  z.object({ userId: z.uuid(), recordingId: z.uuid() }),
)

/** Cuts a recording in its pauses, for a browser that has the pieces heard with a key of its own. */
export const cutRecording = defineJob('cut_recording', z.object({ userId: z.uuid(), recordingId: z.uuid() }))

/** Looks through a transcript for what may be wrong in it; asked for when it is whole, and by a person. */
export const findSuggestions = defineJob(
  'find_suggestions',
  z.object({ userId: z.uuid(), transcriptId: z.uuid() }),
)

/** Reads what a story is about; asked for when one of its transcripts is whole, and by a person. */
export const readStory = defineJob('read_story', z.object({ userId: z.uuid(), storyId: z.uuid() }))

/** Says who speaks by the stronger of two tracks; asked for when two recordings turn out to be of the same talk. */
export const followTwoTracks = defineJob(
  'follow_two_tracks',
  z.object({ userId: z.uuid(), transcriptId: z.uuid() }),
)

/** Takes up again what no job works on any more. */
export const rescueTranscripts = defineJob('rescue_transcripts', z.unknown())
