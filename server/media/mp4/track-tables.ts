import { Chunks } from './chunks.ts'
import { Column, type Room, Runs } from './columns.ts'
import { insist } from './declined.ts'
import { box, type Parts, u32, versionedBox } from './write-boxes.ts'

export type Sample = { size: number; duration: number; isSync: boolean; compositionOffset: number }

const MAX_32 = 0xffff_ffff

/**
 * The samples of one track, collected fragment by fragment and written as the tables of a movie without fragments. Their times
 * count from the first sample, because the media of the copy begins at 0.
 */
export class TrackTables {
  readonly chunks: Chunks
  readonly #sizes: Column
  readonly #samplesInChunks: Runs
  readonly #deltas: Runs
  readonly #offsets: Runs
  readonly #syncs: Column
  #beginning: number | null = null
  #nextDecodeTime = 0
  #last: { time: number; duration: number } | null = null
  #end = 0
  #hasOffsets = false
  #hasNegativeOffsets = false

  constructor(room: Room) {
    this.chunks = new Chunks(room)
    this.#sizes = Column.of32(room)
    this.#samplesInChunks = new Runs(room)
    this.#deltas = new Runs(room)
    this.#offsets = new Runs(room)
    this.#syncs = Column.of32(room)
  }

  get sampleCount(): number {
    return this.#sizes.length
  }

  /** When the first sample is decoded, on the clock of the recording. */
  get beginning(): number {
    return this.#beginning ?? 0
  }

  /** When the last picture or sound ends, counted from the first sample. */
  get end(): number {
    return this.#end
  }

  /** The sum of all durations. */
  get duration(): number {
    return this.#last ? this.#last.time + this.#last.duration : 0
  }

  /** Sets the decoding time that a fragment gives for its first sample. A gap lengthens the sample before it. */
  startFragment(decodeTime: number): void {
    this.#nextDecodeTime = decodeTime
  }

  addSample({ size, duration, isSync, compositionOffset }: Sample): void {
    this.#beginning ??= this.#nextDecodeTime
    const time = this.#nextDecodeTime - this.#beginning
    if (this.#last) this.#pushDelta(time - this.#last.time)
    this.#sizes.push(size)
    this.#offsets.push(compositionOffset)
    if (isSync) this.#syncs.push(this.sampleCount)
    this.#hasOffsets ||= compositionOffset !== 0
    this.#hasNegativeOffsets ||= compositionOffset < 0
    this.#last = { time, duration }
    this.#end = Math.max(this.#end, time + compositionOffset + duration)
    this.#nextDecodeTime += duration
  }

  addChunk(place: number, length: number, samples: number): void {
    this.chunks.push(place, length)
    this.#samplesInChunks.push(samples)
  }

  /**
   * Returns everything of an stbl (8.5.1) except the sample descriptions and the places of the chunks. No sample may be added
   * afterwards.
   */
  write(): Parts {
    if (this.#last) this.#deltas.push(this.#last.duration)
    return [
      ...pairs('stts', 0, this.#deltas),
      ...(this.#hasOffsets ? pairs('ctts', this.#hasNegativeOffsets ? 1 : 0, this.#offsets) : []),
      ...this.#writeSamplesInChunks(),
      ...versionedBox('stsz', 0, 0, u32(0, this.sampleCount), words(this.#sizes)),
      ...(this.#syncs.length < this.sampleCount
        ? versionedBox('stss', 0, 0, u32(this.#syncs.length), words(this.#syncs))
        : []),
    ]
  }

  /** Declines two samples at the same time or in reverse order, which a table of time differences cannot express. */
  #pushDelta(delta: number): void {
    insist(delta > 0 && delta <= MAX_32, 'samples out of the order of time')
    this.#deltas.push(delta)
  }

  #writeSamplesInChunks(): Parts {
    const { counts, values } = this.#samplesInChunks
    const table = Buffer.alloc(12 * counts.length)
    let chunk = 1
    for (let index = 0; index < counts.length; index += 1) {
      table.writeUInt32BE(chunk, 12 * index)
      table.writeUInt32BE(values.at(index), 12 * index + 4)
      table.writeUInt32BE(1, 12 * index + 8)
      chunk += counts.at(index)
    }
    return box('stsc', u32(0, counts.length), table)
  }
}

function pairs(type: string, version: number, { counts, values }: Runs): Parts {
  const table = Buffer.alloc(8 * counts.length)
  for (let index = 0; index < counts.length; index += 1) {
    table.writeUInt32BE(counts.at(index), 8 * index)
    table.writeUInt32BE(values.at(index), 8 * index + 4)
  }
  return versionedBox(type, version, 0, u32(counts.length), table)
}

function words(column: Column): Buffer {
  const table = Buffer.alloc(4 * column.length)
  for (let index = 0; index < column.length; index += 1) table.writeUInt32BE(column.at(index), 4 * index)
  return table
}
