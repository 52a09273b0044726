import { escapeXml } from '#contract/escape-markup.ts'
import { element } from '../../../xml.ts'
import type { Bag } from '../bag/bag.ts'
import type { ListedFile } from '../write-zip.ts'
import type { Provenance } from './note-provenance.ts'

/** A recorded file with its entry in the bag; `file` is null when it is not in the bag. */
export type Packed = Provenance & { file: ListedFile | null }

/** Event types from the Library of Congress' vocabulary, by their keys in it. */
const types = {
  cap: 'capture',
  cre: 'creation',
  fix: 'fixity check',
  ing: 'ingestion',
  ipc: 'information package creation',
  mes: 'message digest calculation',
  nor: 'normalization',
  rec: 'recovery',
  tra: 'transfer',
}
const vocabulary = 'http://id.loc.gov/vocabulary/preservation/eventType'

/** Our own word, since the vocabulary has no type for it. */
const transcription = 'transcription'

type Event = {
  /** The identifier of the event: the same event has the same name in every archive. */
  name: string
  type: keyof typeof types | typeof transcription
  at: string
  detail: string
  /** What went wrong, if anything did. */
  failure?: string | null
  note?: string
  /** The account for which or by which it was done, besides the software. */
  person?: string
  objects: { id: string; role: 'source' | 'outcome' }[]
}

/** The event of making this bag. */
export const packingEvent = ({ id, about }: Bag, at: string): string =>
  written({
    name: `${id}/packing`,
    type: 'ipc',
    at,
    detail: `Everything that an account kept at ${about.createdAt} was packed into this bag.`,
    person: about.account.id,
    objects: [{ id, role: 'outcome' }],
  })

/** Everything that happened to a file until it was packed into the bag. */
export function eventsOf(one: Packed, packedAt: string): string {
  const events =
    one.role === 'original'
      ? [captured(one), received(one), hashed(one), ...broughtIn(one), ...checked(one), heard(one)]
      : [made(one, makings[one.role]), ...broughtIn(one), ...checked(one)]
  return [...events, packed(one, packedAt)].map((event) => (event === null ? '' : written(event))).join('')
}

function captured({ id, startedAt, endedAt }: Packed): Event | null {
  if (startedAt === null) return null
  const until = endedAt === null ? '' : ` until ${endedAt}`
  const detail = `Recorded with Kinora${until}.`
  return { name: `${id}/capture`, type: 'cap', at: startedAt, detail, objects: [{ id, role: 'outcome' }] }
}

const received = ({ id, startedAt, createdAt, verifiedAt }: Packed): Event => ({
  name: `${id}/ingestion`,
  type: 'ing',
  at: verifiedAt ?? createdAt,
  detail:
    startedAt === null ? 'A file was added, and is kept as it came.' : 'The recording was received whole.',
  objects: [{ id, role: 'outcome' }],
})

function hashed({ id, verifiedAt, sha256 }: Packed): Event | null {
  if (verifiedAt === null || sha256 === null) return null
  const detail = 'SHA-256 of all bytes, read again after they were stored.'
  const objects: Event['objects'] = [{ id, role: 'source' }]
  return { name: `${id}/digest`, type: 'mes', at: verifiedAt, detail, note: sha256, objects }
}

const broughtIn = ({ id, broughtIn: times }: Packed): Event[] =>
  times.map((at, index) => ({
    name: `${id}/transfer/${index + 1}`,
    type: 'tra',
    at,
    detail:
      'It came with an archive from another account or instance, and was compared with the list of its bag.',
    objects: [{ id, role: 'outcome' }],
  }))

/** The scheduled fixity checks: the first and the last check of each run of equal outcomes (docs/decisions/043). */
const checked = ({ id, checks }: Packed): Event[] =>
  checks.flatMap(({ outcome, beganAt, lastAt, count }, run) => {
    const { type, detail, failure } = found[outcome]
    const objects: Event['objects'] = [{ id, role: outcome === 'put back' ? 'outcome' : 'source' }]
    const first: Event = { name: `${id}/fixity/${run + 1}`, type, at: beganAt, detail, failure, objects }
    if (count === 1) return [first]
    const all = `It was the last of ${count} since ${beganAt}, all of them with this outcome.`
    return [
      first,
      { ...first, name: `${id}/fixity/${run + 1}/${count}`, at: lastAt, detail: `${detail} ${all}` },
    ]
  })

const compared = 'All bytes were read again and compared with the digest.'
const found = {
  intact: { type: 'fix', detail: compared, failure: null },
  changed: { type: 'fix', detail: compared, failure: 'changed' },
  missing: { type: 'fix', detail: 'The bytes were looked for, to be compared.', failure: 'missing' },
  hashed: { type: 'mes', detail: 'SHA-256 of all bytes, which had none before.', failure: null },
  'put back': { type: 'rec', detail: 'The bytes were put back from a backup that had them.', failure: null },
} as const

function heard({ id, heard: by }: Packed): Event | null {
  if (by === null) return null
  const detail = `What is said in it was written down${by.engine === null ? '' : ` by ${by.engine}`}.`
  const objects: Event['objects'] = [{ id, role: 'source' }]
  return { name: `${id}/transcription`, type: transcription, at: by.at, detail, objects }
}

/** Event types and descriptions for the making of copies and books. */
const makings = {
  playback: {
    type: 'nor',
    detail:
      'A copy with its index in front was made, so that one can seek in it at once. It is not in this bag, because it can be made again.',
  },
  poster: { type: 'cre', detail: 'A still picture was taken, to stand for it.' },
  peaks: { type: 'cre', detail: 'Its loudness was measured, to draw it.' },
  book: { type: 'cre', detail: 'A storybook was written as a file.' },
} as const

function made(
  { id, createdAt, sourceId, file }: Packed,
  { type, detail }: { type: Event['type']; detail: string },
): Event {
  const objects: Event['objects'] = []
  if (sourceId !== null) objects.push({ id: sourceId, role: 'source' })
  if (file !== null) objects.push({ id, role: 'outcome' })
  return { name: `${id}/making`, type, at: createdAt, detail, objects }
}

/**
 * The digest that was calculated while the file was packed, compared with the one recorded before, if there is one.
 */
function packed({ id, file, sha256 }: Packed, at: string): Event | null {
  if (file === null) return null
  const about = { name: `${id}/packing`, at, objects: [{ id, role: 'source' as const }] }
  if (sha256 === null)
    return { ...about, type: 'mes', detail: 'SHA-256 of all bytes, as they were packed.', note: file.sha256 }
  return {
    ...about,
    type: 'fix',
    detail: 'All bytes were hashed as they were packed and compared with the digest.',
    failure: file.sha256 === sha256 ? null : `changed; the digest was ${sha256}`,
  }
}

const text = (name: string, content: string) => element(name, {}, escapeXml(content))

const linked = (what: 'Agent' | 'Object', type: string, value: string, role: string) =>
  element(
    `linking${what}Identifier`,
    {},
    text(`linking${what}IdentifierType`, type),
    text(`linking${what}IdentifierValue`, value),
    text(`linking${what}Role`, role),
  )

/**
 * Writes an event in the order of the schema. Its agents are Kinora, and the person who authorised it, if there is
 * one.
 */
function written({ name, type, at, detail, failure = null, note, person, objects }: Event): string {
  const said = failure ?? note
  const kind =
    type === transcription
      ? text('eventType', type)
      : element('eventType', { authority: 'eventType', valueURI: `${vocabulary}/${type}` }, types[type])
  return `${element(
    'event',
    {},
    element('eventIdentifier', {}, text('eventIdentifierType', 'local'), text('eventIdentifierValue', name)),
    kind,
    text('eventDateTime', at),
    element('eventDetailInformation', {}, text('eventDetail', detail)),
    element(
      'eventOutcomeInformation',
      {},
      text('eventOutcome', failure === null ? 'success' : 'fail'),
      said === undefined ? '' : element('eventOutcomeDetail', {}, text('eventOutcomeDetailNote', said)),
    ),
    linked('Agent', 'local', 'kinora', 'executing program'),
    person === undefined ? '' : linked('Agent', 'UUID', person, 'authorizer'),
    ...objects.map(({ id, role }) => linked('Object', 'UUID', id, role)),
  )}\n`
}
