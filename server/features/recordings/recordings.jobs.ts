import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Verifies an ended recording and makes the copies that its screens need. */
export const finaliseRecording = defineJob(
  'finalise_recording',
  z.object({ userId: z.uuid(), recordingId: z.uuid() }),
)

/** Finds which recordings of a story are tracks of the same talk, and how they are offset against each other. */
export const alignTracks = defineJob('align_tracks', z.object({ userId: z.uuid(), storyId: z.uuid() }))

/**
 * Ends recordings whose device has been silent for a day. Also queues again the finishing of recordings that no job
 * works on any more, and the comparison of those that waited for ffmpeg.
 */
export const sweepRecordings = defineJob('sweep_recordings', z.unknown())
