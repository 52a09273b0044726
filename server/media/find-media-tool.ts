import { FfmpegTool } from './ffmpeg.ts'
import type { MediaTool } from './media-tool.ts'
import { MediabunnyTool } from './mediabunny/mediabunny.ts'
import { WithMp4Copier } from './mp4/with-mp4-copier.ts'
import { runProcess } from './run-process.ts'

/**
 * ffmpeg where both of its programs run, mediabunny otherwise; MP4 is copied by our own copier before either. Asked
 * once, at the start of a worker.
 */
export async function findMediaTool(): Promise<MediaTool> {
  return new WithMp4Copier((await hasFfmpeg()) ? new FfmpegTool() : new MediabunnyTool())
}

/** Whether both programs of ffmpeg run here: without them nothing cuts a recording for an engine that listens. */
export async function hasFfmpeg(): Promise<boolean> {
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
