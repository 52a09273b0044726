import { type Box, boxIfAny, insistKnown, onlyBox, versioned } from './boxes.ts'
import { Chunks } from './chunks.ts'
import type { Room } from './columns.ts'
import { insist } from './declined.ts'
import type { Fields } from './fields.ts'
import { insistHarmlessGroup } from './sample-groups.ts'
import { box, type Parts } from './write-boxes.ts'

const KEPT = new Set(['stts', 'ctts', 'cslg', 'stss', 'stsc', 'stsz', 'sdtp', 'sgpd', 'sbgp'])
const KNOWN = new Set([...KEPT, 'stsd', 'stco', 'co64', 'free', 'skip'])
const GROUP_DESCRIPTIONS_MAX = 1_024

export type PlainTables = { kept: Parts; chunks: Chunks }

/**
 * Reads the tables of a track whose movie has no fragments (8.5 to 8.7). All tables stay as they are, except for the places of the
 * chunks. They are checked against each other, because players interpret tables that disagree differently.
 */
export function readPlainTables(tables: Box[], room: Room): PlainTables {
  insistKnown(tables, KNOWN, 'the sample tables')
  const sizes = readSizes(onlyBox(tables, 'stsz'))
  insist(sumOfPairs(tables, 'stts') === sizes.count, 'other than one time a sample')
  insist((sumOfPairs(tables, 'ctts') ?? sizes.count) === sizes.count, 'other than one offset a sample')
  checkSyncSamples(boxIfAny(tables, 'stss'), sizes.count)
  checkHints(tables, sizes.count)

  const chunks = new Chunks(room)
  const places = readPlaces(tables)
  let sample = 0
  for (const { count, samples } of readSamplesInChunks(onlyBox(tables, 'stsc'), places.count)) {
    for (let index = 0; index < count; index += 1) {
      insist(sample + samples <= sizes.count, 'chunks of more samples than there are')
      chunks.push(places.next(), sizes.sum(sample, samples))
      sample += samples
    }
  }
  insist(sample === sizes.count, 'samples in no chunk')
  const kept = tables.filter(({ type }) => KEPT.has(type)).flatMap(({ type, body }) => box(type, body))
  return { kept, chunks }
}

function readSizes(body: Buffer) {
  const { fields } = versionZero('stsz', body)
  const [alike, count] = [fields.u32(), fields.u32()]
  insist(fields.left === (alike === 0 ? 4 * count : 0), 'an unknown length of stsz')
  const each = fields.rest()
  return {
    count,
    sum(from: number, samples: number): number {
      if (alike !== 0) return alike * samples
      let sum = 0
      for (let index = from; index < from + samples; index += 1) sum += each.readUInt32BE(4 * index)
      return sum
    },
  }
}

function readPlaces(tables: Box[]): { count: number; next: () => number } {
  const [short, long] = [boxIfAny(tables, 'stco'), boxIfAny(tables, 'co64')]
  const found = short ?? long
  insist(found !== null && !(short && long), 'other than one table of chunks')
  const { fields } = versionZero('stco', found)
  const count = fields.u32()
  insist(fields.left === count * (long ? 8 : 4), 'an unknown length of stco')
  return { count, next: () => (long ? fields.u64() : fields.u32()) }
}

/** Yields runs of chunks that hold equally many samples, up to the last chunk. */
function* readSamplesInChunks(body: Buffer, chunkCount: number) {
  const { fields } = versionZero('stsc', body)
  const entries = fields.u32()
  insist(fields.left === 12 * entries, 'an unknown length of stsc')
  let [first, samples] = [1, 0]
  for (let index = 0; index <= entries; index += 1) {
    const next = index < entries ? fields.u32() : chunkCount + 1
    insist(index === 0 ? next === 1 : next > first, 'chunks out of order')
    if (index > 0) yield { count: next - first, samples }
    if (index === entries) return

    first = next
    samples = fields.u32()
    insist(samples > 0, 'a chunk without samples')
    insist(fields.u32() === 1, 'a second sample description')
  }
}

/** How many samples a table of runs covers; null without the table. */
function sumOfPairs(tables: Box[], type: 'stts' | 'ctts'): number | null {
  const body = boxIfAny(tables, type)
  if (!body) return null
  const { version, flags, fields } = versioned(body)
  insist(version <= (type === 'ctts' ? 1 : 0) && flags === 0, `an unknown kind of ${type}`)
  const entries = fields.u32()
  insist(fields.left === 8 * entries, `an unknown length of ${type}`)
  return sumOfCounts(fields, entries)
}

function sumOfCounts(fields: Fields, entries: number): number {
  let sum = 0
  for (let index = 0; index < entries; index += 1) {
    sum += fields.u32()
    fields.u32()
  }
  return sum
}

function checkSyncSamples(body: Buffer | null, samples: number): void {
  if (!body) return
  const { fields } = versionZero('stss', body)
  const entries = fields.u32()
  insist(fields.left === 4 * entries, 'an unknown length of stss')
  let before = 0
  for (let index = 0; index < entries; index += 1) {
    const sample = fields.u32()
    insist(sample > before && sample <= samples, 'sync samples out of order')
    before = sample
  }
}

/** Checks tables that a player need not read, but that must not mislead it. */
function checkHints(tables: Box[], samples: number): void {
  for (const { type, body } of tables) {
    const { version, flags, fields } = versioned(body)
    switch (type) {
      case 'sdtp':
        insist(version === 0 && fields.left === samples, 'an unknown kind of sdtp')
        break
      case 'cslg':
        insist(version <= 1 && flags === 0 && fields.left === (version === 1 ? 40 : 20), 'an unknown cslg')
        break
      case 'sgpd':
        insist(body.length <= GROUP_DESCRIPTIONS_MAX, 'many groups of samples')
        insistHarmlessGroup(fields)
        break
      case 'sbgp':
        checkGroups(version, fields, samples)
        break
    }
  }
}

function checkGroups(version: number, fields: Fields, samples: number): void {
  insist(version <= 1, 'an unknown kind of sbgp')
  insistHarmlessGroup(fields)
  if (version === 1) fields.u32()
  const entries = fields.u32()
  insist(fields.left === 8 * entries, 'an unknown length of sbgp')
  insist(sumOfCounts(fields, entries) <= samples, 'groups of more samples than there are')
}

function versionZero(type: string, body: Buffer) {
  const read = versioned(body)
  insist(read.version === 0 && read.flags === 0, `an unknown kind of ${type}`)
  return read
}
