import { fork } from 'node:child_process'
import { environmentForChildren } from '../../env.ts'
import {
  MediaError,
  type MediaTool,
  type Peaks,
  type PlaybackContainer,
  type Probe,
  type SoundType,
  type WorkOptions,
} from '../media-tool.ts'
import { ended } from '../run-process.ts'
import { workTimeMs } from '../work-time.ts'
import type { MediabunnyRequest } from './child.ts'

const CHILD = new URL('./child.ts', import.meta.url)
/**
 * The old generation is large enough for the tables of a four-hour MP4. The young generation is small, because packets are
 * short-lived and their bytes lie outside the heap.
 */
const HEAP = ['--max-old-space-size=280', '--max-semi-space-size=4']

/**
 * Implements the port in JavaScript, for machines without ffmpeg. It copies and probes everything that recorders make, and decodes
 * what browsers record into WebM. It draws no poster from H.264 and no waveform from AAC.
 */
export class MediabunnyTool implements MediaTool {
  readonly name = 'mediabunny'

  async probe(input: string, options: WorkOptions): Promise<Probe> {
    return (await this.#ask({ verb: 'probe', input }, options)) as Probe
  }

  async seekableCopy(
    input: string,
    output: string,
    container: PlaybackContainer,
    options: WorkOptions,
  ): Promise<void> {
    await this.#ask({ verb: 'seekableCopy', input, output, container }, options)
  }

  async poster(input: string, output: string, atMs: number, options: WorkOptions): Promise<boolean> {
    return (await this.#ask({ verb: 'poster', input, output, atMs }, options)) === true
  }

  async sound(input: string, output: string, options: WorkOptions): Promise<SoundType | null> {
    return (await this.#ask({ verb: 'sound', input, output }, options)) as SoundType | null
  }

  async peaks(input: string, options: WorkOptions): Promise<Peaks | null> {
    return (await this.#ask({ verb: 'peaks', input }, options)) as Peaks | null
  }

  async #ask(request: MediabunnyRequest, { signal }: WorkOptions): Promise<unknown> {
    // Awaited before the process starts: once it runs, no await may come before its listeners are added, or its end or the abort of
    // the job could be missed.
    const timeoutMs = await workTimeMs(request.input)
    if (signal.aborted) throw new MediaError('ABORTED', 'mediabunny was not started')

    const child = fork(CHILD, [JSON.stringify(request)], {
      execArgv: [...HEAP, '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: environmentForChildren(),
    })
    let answer: { done: unknown } | null = null
    child.on('message', (message: { done: unknown }) => {
      answer = message
    })
    await ended(child, 'mediabunny', { signal, timeoutMs })

    if (!answer) throw new MediaError('TOOL_FAILED', 'mediabunny ended without an answer')
    return (answer as { done: unknown }).done
  }
}
