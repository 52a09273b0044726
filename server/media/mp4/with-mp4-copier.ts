import type { MediaTool, Peaks, PlaybackContainer, Probe, SoundType, WorkOptions } from '../media-tool.ts'
import { copiedByUs } from './mp4-copier.ts'

/**
 * A media tool that copies MP4 with our own copier, which holds no sample in memory, wherever that copier understands the file, and
 * leaves everything else to the given tool.
 */
export class WithMp4Copier implements MediaTool {
  readonly name: MediaTool['name']
  readonly #tool: MediaTool

  constructor(tool: MediaTool) {
    this.name = tool.name
    this.#tool = tool
  }

  async seekableCopy(
    input: string,
    output: string,
    container: PlaybackContainer,
    options: WorkOptions,
  ): Promise<void> {
    if (container === 'mp4' && (await copiedByUs(input, output, options))) return
    await this.#tool.seekableCopy(input, output, container, options)
  }

  probe(input: string, options: WorkOptions): Promise<Probe> {
    return this.#tool.probe(input, options)
  }

  poster(input: string, output: string, atMs: number, options: WorkOptions): Promise<boolean> {
    return this.#tool.poster(input, output, atMs, options)
  }

  sound(input: string, output: string, options: WorkOptions): Promise<SoundType | null> {
    return this.#tool.sound(input, output, options)
  }

  peaks(input: string, options: WorkOptions): Promise<Peaks | null> {
    return this.#tool.peaks(input, options)
  }
}
