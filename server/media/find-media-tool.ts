import { FfmpegTool } from './ffmpeg.ts'
import type { MediaTool } from './media-tool.ts'
import { MediabunnyTool } from './mediabunny/mediabunny.ts'
import { WithMp4Copier } from './mp4/with-mp4-copier.ts'
import { runProcess } from './run-process.ts'

/** ffmpeg where both of its programs run, mediabunny otherwise; MP4 is copied by our own copier before either. */
export async function findMediaTool(): Promise<MediaTool> {
  return new WithMp4Copier((await hasFfmpeg()) ? new FfmpegTool() : new MediabunnyTool())
}

let asked: Promise<boolean> | undefined

/**
 * Whether both programs of ffmpeg run here: without them nothing cuts a recording for an engine that listens. Asked once
 * for each process: to ask starts two others.
 */
export function hasFfmpeg(): Promise<boolean> {
  asked ??= bothProgramsRun()
  return asked
}

async function bothProgramsRun(): Promise<boolean> {
  const limits = { signal: new AbortController().signal, timeoutMs: 10_000 }
  try {
    await Promise.all([
      runProcess('ffmpeg', ['-version'], limits),
      runProcess('ffprobe', ['-version'], limits),
    ])
    return true
  } catch {
    return false
  }
}
