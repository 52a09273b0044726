import { FfmpegTool } from './ffmpeg.ts'
import type { MediaTool } from './media-tool.ts'
import { MediabunnyTool } from './mediabunny/mediabunny.ts'
import { WithMp4Copier } from './mp4/with-mp4-copier.ts'
import { runProcess } from './run-process.ts'

/**
 * Chooses ffmpeg where both of its programs run, otherwise mediabunny. MP4 files are copied by our own copier before either of them
 * is tried.
 */
export async function findMediaTool(): Promise<MediaTool> {
  return new WithMp4Copier((await hasFfmpeg()) ? new FfmpegTool() : new MediabunnyTool())
}

let asked: Promise<boolean> | undefined

/**
 * Whether both programs of ffmpeg run here: without them nothing can cut a recording into pieces for a speech engine. Asked only
 * once in each process, because each answer starts two other processes.
 */
export function hasFfmpeg(): Promise<boolean> {
  asked ??= bothProgramsRun()
  return asked
}

async function bothProgramsRun(): Promise<boolean> {
  const limits = { signal: new AbortController().signal, timeoutMs: 60_000 }
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
