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
  const limits = { signal: new AbortController().signal, timeoutMs: 10_000 }
  try {
    await Promise.all([
      runProcess('ffmpeg', ['-version'], limits),
      runProcess('ffprobe', ['-version'], limits),
    ])
    return new WithMp4Copier(new FfmpegTool())
  } catch {
    return new WithMp4Copier(new MediabunnyTool())
  }
}
