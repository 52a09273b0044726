import { FfmpegTool } from './ffmpeg.ts'
import type { MediaTool } from './media-tool.ts'
import { MediabunnyTool } from './mediabunny/mediabunny.ts'
import { runProcess } from './run-process.ts'

/** ffmpeg where both of its programs run, mediabunny otherwise. Asked once, at the start of a worker. */
export async function findMediaTool(): Promise<MediaTool> {
  const limits = { signal: new AbortController().signal, timeoutMs: 10_000 }
  try {
    await Promise.all([
      runProcess('ffmpeg', ['-version'], limits),
      runProcess('ffprobe', ['-version'], limits),
    ])
    return new FfmpegTool()
  } catch {
    return new MediabunnyTool()
  }
}
