import { type Box, boxIfAny, childrenOf, insistKnown, onlyBox, versioned } from './boxes.ts'
import { insist } from './declined.ts'
import type { SampleDefaults } from './read-movie.ts'
import { insistHarmlessGroup } from './sample-groups.ts'
import type { TrackTables } from './track-tables.ts'

/** Flags of tfhd (8.8.7) and trun (8.8.8). */
const BASE_OFFSET = 0x01
const DESCRIPTION = 0x02
const DEFAULT_DURATION = 0x08
const DEFAULT_SIZE = 0x10
const DEFAULT_FLAGS = 0x20
const DURATION_IS_EMPTY = 0x1_0000
const BASE_IS_MOOF = 0x2_0000
const TFHD_KNOWN =
  BASE_OFFSET |
  DESCRIPTION |
  DEFAULT_DURATION |
  DEFAULT_SIZE |
  DEFAULT_FLAGS |
  DURATION_IS_EMPTY |
  BASE_IS_MOOF

const DATA_OFFSET = 0x001
const FIRST_FLAGS = 0x004
const DURATIONS = 0x100
const SIZES = 0x200
const FLAGS = 0x400
const OFFSETS = 0x800
const OF_EACH_SAMPLE = [DURATIONS, SIZES, FLAGS, OFFSETS]
const TRUN_KNOWN = DATA_OFFSET | FIRST_FLAGS | DURATIONS | SIZES | FLAGS | OFFSETS

const NOT_SYNC = 0x1_0000

const IN_FRAGMENT = new Set(['mfhd', 'traf', 'free', 'skip'])
const IN_TRACK_FRAGMENT = new Set(['tfhd', 'tfdt', 'trun', 'sdtp', 'sgpd', 'sbgp', 'free', 'skip'])

export type FragmentedTrack = { tables: TrackTables; defaults: SampleDefaults }
export type Tracks = { known: Map<number, FragmentedTrack>; leftOut: Set<number> }
/** Where the fragment begins, and where the file ends. */
export type Surroundings = { moofAt: number; fileSize: number }

/**
 * Adds the samples of a moof (8.8.4) to the tables of their tracks.
 * @returns whether the file holds all of them. Where it was cut off, only the samples of each track up to the cut are added
 */
export function addFragment(moof: Buffer, tracks: Tracks, around: Surroundings): boolean {
  const children = childrenOf(moof)
  insistKnown(children, IN_FRAGMENT, 'a fragment')
  const trafs = children.filter(({ type }) => type === 'traf')
  const whole = trafs.map((traf, index) => addTrack(childrenOf(traf.body), index === 0, tracks, around))
  return whole.every(Boolean)
}

function addTrack(traf: Box[], isFirst: boolean, tracks: Tracks, around: Surroundings): boolean {
  const { id, base, isEmpty, ...own } = readHeader(onlyBox(traf, 'tfhd'), isFirst, around.moofAt)
  const track = tracks.known.get(id)
  if (!track) {
    insist(tracks.leftOut.has(id), 'a fragment of no track')
    return true
  }
  insistKnown(traf, IN_TRACK_FRAGMENT, 'a fragment')
  insist(base !== null, 'a fragment whose place follows from another’s')
  insistHarmlessGroups(traf)
  const runs = traf.filter(({ type }) => type === 'trun')
  insist(!isEmpty || runs.length === 0, 'samples in an empty fragment')

  const begin = boxIfAny(traf, 'tfdt')
  if (begin) track.tables.startFragment(readDecodeTime(begin))
  const defaults = {
    duration: own.duration ?? track.defaults.duration,
    size: own.size ?? track.defaults.size,
    flags: own.flags ?? track.defaults.flags,
  }
  const file = { base, next: base, size: around.fileSize }
  return runs.every(({ body }) => addRun(body, track.tables, defaults, file))
}

function readHeader(tfhd: Buffer, isFirst: boolean, moofAt: number) {
  const { version, flags, fields } = versioned(tfhd)
  insist(version === 0 && (flags & ~TFHD_KNOWN) === 0, 'an unknown kind of tfhd')
  const id = fields.u32()
  const ownBase = flags & BASE_OFFSET ? fields.u64() : null
  if (flags & DESCRIPTION) insist(fields.u32() === 1, 'a second sample description')
  const header = {
    id,
    base: ownBase ?? (flags & BASE_IS_MOOF || isFirst ? moofAt : null),
    isEmpty: (flags & DURATION_IS_EMPTY) !== 0,
    duration: flags & DEFAULT_DURATION ? fields.u32() : null,
    size: flags & DEFAULT_SIZE ? fields.u32() : null,
    flags: flags & DEFAULT_FLAGS ? fields.u32() : null,
  }
  insist(fields.left === 0, 'an unknown length of tfhd')
  return header
}

/** tfdt (8.8.12). */
function readDecodeTime(body: Buffer): number {
  const { version, flags, fields } = versioned(body)
  insist(version <= 1 && flags === 0, 'an unknown kind of tfdt')
  return version === 1 ? fields.u64() : fields.u32()
}

function insistHarmlessGroups(traf: Box[]): void {
  for (const { type, body } of traf) {
    if (type !== 'sgpd' && type !== 'sbgp') continue
    insistHarmlessGroup(versioned(body).fields)
  }
}

type Place = { base: number; next: number; readonly size: number }

function addRun(trun: Buffer, tables: TrackTables, defaults: SampleDefaults, place: Place): boolean {
  const { version, flags, fields } = versioned(trun)
  insist(version <= 1 && (flags & ~TRUN_KNOWN) === 0, 'an unknown kind of trun')
  insist(!(flags & FIRST_FLAGS && flags & FLAGS), 'flags of the first sample said twice')
  const count = fields.u32()
  const from = flags & DATA_OFFSET ? place.base + fields.i32() : place.next
  insist(from >= 0, 'samples before the file')
  const firstFlags = flags & FIRST_FLAGS ? fields.u32() : null
  const each = 4 * OF_EACH_SAMPLE.filter((flag) => flags & flag).length
  insist(fields.left === count * each, 'a trun of another length than its samples')

  let added = 0
  place.next = from
  for (; added < count; added += 1) {
    const duration = flags & DURATIONS ? fields.u32() : defaults.duration
    const size = flags & SIZES ? fields.u32() : defaults.size
    const ownFlags = flags & FLAGS ? fields.u32() : defaults.flags
    const offset = flags & OFFSETS ? fields.i32() : 0
    insist(version === 1 || offset >= 0, 'an offset of composition beyond 2^31')
    if (place.next + size > place.size) break

    const isSync = (((added === 0 ? firstFlags : null) ?? ownFlags) & NOT_SYNC) === 0
    tables.addSample({ size, duration, isSync, compositionOffset: offset })
    place.next += size
  }
  if (added > 0) tables.addChunk(from, place.next - from, added)
  return added === count
}
