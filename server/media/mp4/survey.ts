import { Column, type Room } from './columns.ts'
import { Declined, insist } from './declined.ts'
import type { Stretches } from './layout.ts'
import { addFragment, type FragmentedTrack } from './read-fragment.ts'
import { type Movie, readMovie } from './read-movie.ts'
import { type FileBox, fileBoxes, type SourceFile } from './source-file.ts'
import { TrackTables } from './track-tables.ts'

const MOOV_MAX = 64 * 1024 * 1024
const MOOF_MAX = 8 * 1024 * 1024
/** Boxes that may lie beside the movie and its media; none of them is needed to play the file. */
const BESIDE = new Set([
  'styp',
  'free',
  'skip',
  'wide',
  'sidx',
  'mfra',
  'prft',
  'emsg',
  'pdin',
  'udta',
  'meta',
  'uuid',
])
/** Major brands of formats that share only the syntax of boxes; QuickTime, for one, gives some boxes another meaning. */
const OTHER_FORMATS = new Set(['qt  ', 'heic', 'heix', 'mif1', 'avif', 'avis', 'crx ', 'jp2 '])

export type Survey = {
  movie: Movie
  /** By track number; empty where the movie has no fragments. */
  fragmented: Map<number, FragmentedTrack>
  /** Where the media boxes (mdat) begin and end, in the order of the file. */
  media: Stretches
  isTorn: boolean
}

/** Looks through the whole file. Reads the box headers, the movie box and the fragment headers (moof), but none of the media. */
export function survey(file: SourceFile, room: Room): Survey {
  const found = new Found(file, room)
  for (const box of fileBoxes(file)) found.add(box)
  return found.finish()
}

class Found {
  readonly #file: SourceFile
  readonly #room: Room
  readonly #media: Stretches
  readonly #fragmented = new Map<number, FragmentedTrack>()
  #movie: Movie | null = null
  #end = 0
  #lastType = ''
  #isCutOff = false

  constructor(file: SourceFile, room: Room) {
    this.#file = file
    this.#room = room
    this.#media = { from: Column.ofPlaces(room), to: Column.ofPlaces(room) }
  }

  add(box: FileBox): void {
    insist(this.#end > 0 || box.type === 'ftyp', 'no file type in front')
    this.#end = box.end
    this.#lastType = box.type
    switch (box.type) {
      case 'ftyp':
        this.#addFileType(box)
        break
      case 'moov':
        this.#addMovie(box)
        break
      case 'moof':
        this.#addFragment(box)
        break
      case 'mdat':
        this.#media.from.push(box.dataAt)
        this.#media.to.push(box.end)
        break
      default:
        insist(BESIDE.has(box.type), `an unknown box ${JSON.stringify(box.type)} in the file`)
    }
  }

  finish(): Survey {
    const { size } = this.#file
    const isTorn = this.#end !== size
    const mayEndHere = isTorn || this.#lastType === 'moof'
    insist(!this.#isCutOff || mayEndHere, 'samples outside the file')
    if (!this.#movie) throw new Declined('no movie')
    return {
      movie: this.#movie,
      fragmented: this.#fragmented,
      media: this.#media,
      isTorn: isTorn || this.#isCutOff,
    }
  }

  #addFileType({ at, dataAt, end }: FileBox): void {
    insist(at === 0 && end - dataAt >= 8, 'a second file type')
    insist(!OTHER_FORMATS.has(this.#file.read(dataAt, 4).toString('latin1')), 'another format')
  }

  #addMovie({ dataAt, end }: FileBox): void {
    insist(!this.#movie, 'a second movie')
    insist(end - dataAt <= MOOV_MAX, 'a movie too large')
    this.#room.take(end - dataAt)
    this.#movie = readMovie(this.#file.read(dataAt, end - dataAt))
    for (const { header } of this.#movie.tracks) {
      const defaults = this.#movie.defaults?.get(header.id)
      if (defaults) this.#fragmented.set(header.id, { tables: new TrackTables(this.#room), defaults })
    }
  }

  /**
   * Adds a fragment. A fragment that is itself cut off is ignored; after a fragment whose samples are cut off there can be no
   * other.
   */
  #addFragment({ at, dataAt, end }: FileBox): void {
    const movie = this.#movie
    insist(movie !== null && movie.defaults !== null, 'a fragment of no movie')
    insist(!this.#isCutOff, 'samples outside the file')
    if (end > this.#file.size) return
    insist(end - dataAt <= MOOF_MAX, 'a fragment too large')
    const tracks = { known: this.#fragmented, leftOut: movie.leftOut }
    const around = { moofAt: at, fileSize: this.#file.size }
    this.#isCutOff = !addFragment(this.#file.read(dataAt, end - dataAt), tracks, around)
  }
}
