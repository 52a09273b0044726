import { type Box, boxIfAny, childrenOf, insistKnown, onlyBox, versioned } from './boxes.ts'
import { insist } from './declined.ts'
import { Fields } from './fields.ts'
import { type ClockHeader, readClockHeader, readTrackHeader, type TrackHeader } from './headers.ts'
import { type Handler, readSampleDescription } from './sample-description.ts'

/** The values that a fragment assumes for each sample unless it says otherwise (trex, 8.8.3). */
export type SampleDefaults = { duration: number; size: number; flags: number }

export type TrackHead = {
  header: TrackHeader
  clock: ClockHeader
  handler: Handler
  /** The body of vmhd or smhd. */
  mediaHeader: Buffer
  sampleDescription: Buffer
  edits: Buffer | null
  tables: Box[]
}

export type Movie = {
  clock: ClockHeader
  /** The picture track and all sound tracks. What phones add beside them (places, subtitles) stays in the original only. */
  tracks: TrackHead[]
  /** The numbers of tracks that are left out. */
  leftOut: Set<number>
  /** By track number, where the samples are in fragments; null where they are in the movie's own tables. */
  defaults: Map<number, SampleDefaults> | null
}

const TRACKS_MAX = 32
const IN_MOVIE = new Set(['mvhd', 'trak', 'mvex', 'udta', 'meta', 'iods', 'free', 'skip'])
const IN_TRACK = new Set(['tkhd', 'edts', 'mdia', 'udta', 'meta', 'tref', 'free', 'skip'])
const IN_MEDIA = new Set(['mdhd', 'hdlr', 'minf', 'elng', 'free', 'skip'])
const IN_MEDIA_INFORMATION = new Set(['vmhd', 'smhd', 'dinf', 'stbl', 'free', 'skip'])
/**
 * References to chapters or to another track of sound or text; they are dropped, because they mean nothing without their target.
 */
const REFERENCES = new Set(['chap', 'fall', 'folw', 'cdsc', 'tmcd', 'subt'])
const MEDIA_HEADERS: Record<Handler, { type: string; length: number }> = {
  vide: { type: 'vmhd', length: 12 },
  soun: { type: 'smhd', length: 8 },
}

/** Reads a moov (8.2.1) without the metadata of where, when and by what a film was recorded, which stays in the original only. */
export function readMovie(body: Buffer): Movie {
  const children = childrenOf(body)
  insistKnown(children, IN_MOVIE, 'the movie')
  const clock = readClockHeader('mvhd', onlyBox(children, 'mvhd'))
  const traks = children.filter(({ type }) => type === 'trak').map((trak) => childrenOf(trak.body))
  insist(traks.length > 0 && traks.length <= TRACKS_MAX, 'no tracks, or too many')

  const ids = traks.map((trak) => readTrackHeader(onlyBox(trak, 'tkhd')).id)
  insist(new Set(ids).size === ids.length, 'two tracks of one number')
  const tracks = traks.flatMap((trak) => readTrack(trak) ?? [])
  insist(tracks.length > 0, 'no picture and no sound')
  insist(tracks.filter(({ handler }) => handler === 'vide').length <= 1, 'several pictures')

  const kept = new Set(tracks.map(({ header }) => header.id))
  const extension = boxIfAny(children, 'mvex')
  return {
    clock,
    tracks,
    leftOut: new Set(ids.filter((id) => !kept.has(id))),
    defaults: extension && readDefaults(extension, kept),
  }
}

function readTrack(trak: Box[]): TrackHead | null {
  const media = childrenOf(onlyBox(trak, 'mdia'))
  const handler = readHandler(onlyBox(media, 'hdlr'))
  if (handler !== 'vide' && handler !== 'soun') return null

  insistKnown(trak, IN_TRACK, 'a track')
  insistKnown(media, IN_MEDIA, 'a track’s media')
  const references = boxIfAny(trak, 'tref')
  if (references) insistKnown(childrenOf(references), REFERENCES, 'the references of a track')
  const information = childrenOf(onlyBox(media, 'minf'))
  insistKnown(information, IN_MEDIA_INFORMATION, 'the media information')
  insistInThisFile(onlyBox(information, 'dinf'))
  const { type, length } = MEDIA_HEADERS[handler]
  const mediaHeader = onlyBox(information, type)
  insist(mediaHeader.length === length, `an unknown length of ${type}`)
  const tables = childrenOf(onlyBox(information, 'stbl'))
  return {
    header: readTrackHeader(onlyBox(trak, 'tkhd')),
    clock: readClockHeader('mdhd', onlyBox(media, 'mdhd')),
    handler,
    mediaHeader,
    sampleDescription: readSampleDescription(onlyBox(tables, 'stsd'), handler),
    edits: boxIfAny(trak, 'edts'),
    tables,
  }
}

/** The handler of hdlr (8.4.3). */
function readHandler(body: Buffer): string {
  const { version, fields } = versioned(body)
  insist(version === 0, 'an unknown kind of hdlr')
  fields.take(4)
  return fields.text(4)
}

/** Declines a track whose data reference (dref, 8.7.2) is anything but one entry for this file itself. */
function insistInThisFile(dinf: Buffer): void {
  const { fields } = versioned(onlyBox(childrenOf(dinf), 'dref'))
  insist(fields.u32() === 1, 'samples in several files')
  const here = onlyBox(childrenOf(fields.rest()), 'url ')
  insist(versioned(here).flags === 1, 'samples in another file')
}

function readDefaults(mvex: Buffer, kept: Set<number>): Map<number, SampleDefaults> {
  const children = childrenOf(mvex)
  insistKnown(children, new Set(['mehd', 'trex']), 'mvex')
  const defaults = new Map<number, SampleDefaults>()
  for (const { body } of children.filter(({ type }) => type === 'trex')) {
    const fields = new Fields(body)
    insist(fields.u32() === 0, 'an unknown kind of trex')
    const id = fields.u32()
    const description = fields.u32()
    insist(!kept.has(id) || description === 1, 'a second sample description')
    insist(!defaults.has(id), 'a second trex of one track')
    defaults.set(id, { duration: fields.u32(), size: fields.u32(), flags: fields.u32() })
  }
  insist(
    [...kept].every((id) => defaults.has(id)),
    'a track without trex',
  )
  return defaults
}
