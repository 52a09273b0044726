import fc from 'fast-check'
import { tusPath } from '#contract/media.ts'
import { chunkPath } from '#contract/recordings.ts'
import { contentDigestOf } from '../../sha256.ts'
import { bytesOf, checksumOf, chunkOf, completionOf, type OwnedThings } from './owned-things.ts'

/** A request for a thing, described as far as is possible before its state is known. */
type Asked =
  | { kind: 'upload'; method: string; offset: Offset; body: Body; checksum: Checksum; spoilt: Spoilt }
  | { kind: 'chunk'; index: number; body: Body; digest: 'right' | 'of other bytes' | 'none' }
  | { kind: 'file'; method: string; damage: Damage; headers: Record<string, string> }
  | { kind: 'procedure'; name: Procedure; wrong: 'size' | 'count' }

type Offset = 'right' | 'too early' | 'too late' | string
type Body = { whose: 'its own' | 'other'; size: number }
type Checksum = 'none' | 'right' | 'of other bytes' | string
type Spoilt = Record<string, string>
type Damage = (typeof damages)[number]
type Procedure = (typeof procedures)[number]

/** One call: the caller, the owner of the thing, and the request. */
export type OwnedCall = { by: 'owner' | 'stranger' | 'nobody'; asked: Asked }

const damages = [
  'none',
  'another signature',
  'a cut signature',
  'no signature',
  'another owner',
  'another file',
  'another reader',
  'a later end',
  'an endless end',
] as const

/** Calls that end a thing are listed last and once, so that they are rarer than the others together. */
const procedures = [
  'media.address',
  'media.upload',
  'media.describe',
  'recordings.status',
  'recordings.complete',
  'recordings.complete',
  'recordings.discard',
  'media.remove',
] as const

const body: fc.Arbitrary<Body> = fc.record({
  whose: fc.constantFrom('its own', 'its own', 'its own', 'other'),
  size: fc.constantFrom(0, 1, 500, 6_000, 40_000),
})
const upload: fc.Arbitrary<Asked> = fc.record({
  kind: fc.constant('upload'),
  method: fc.constantFrom(
    'PATCH',
    'PATCH',
    'PATCH',
    'PATCH',
    'HEAD',
    'OPTIONS',
    'POST',
    'GET',
    'PUT',
    'DELETE',
  ),
  offset: mostly<Offset>(
    'right',
    fc.constantFrom('too early', 'too late', '0', '-1', '30000', '1e3', '9007199254740993', 'x'),
  ),
  body,
  checksum: mostly<Checksum>(
    'none',
    fc.constantFrom('right', 'right', 'of other bytes', 'sha256 AAAA', 'md5 AAAA', 'sha1', ''),
  ),
  spoilt: mostly<Spoilt>(
    {},
    fc.constantFrom<Spoilt>(
      { 'tus-resumable': '0.2.2' },
      { 'content-type': 'text/plain' },
      { 'upload-length': '5' },
      { 'upload-defer-length': '1' },
      { 'upload-metadata': 'filename eA==' },
      { 'upload-concat': 'partial' },
      { 'content-length': '5' },
    ),
  ),
})
const chunk: fc.Arbitrary<Asked> = fc.record({
  kind: fc.constant('chunk'),
  index: fc.constantFrom(0, 1, 2, 2, 3, 3, 4, 5, -1, 2 ** 31, 2 ** 53),
  body,
  digest: mostly<'right' | 'of other bytes' | 'none'>('right', fc.constantFrom('of other bytes', 'none')),
})
const file: fc.Arbitrary<Asked> = fc.record({
  kind: fc.constant('file'),
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'DELETE', 'PUT'),
  damage: mostly<Damage>('none', fc.constantFrom(...damages)),
  headers: fc.oneof(
    fc
      .tuple(fc.integer({ min: 0, max: 21_000 }), fc.option(fc.integer({ min: 0, max: 21_000 })))
      .map(([from, to]) => ({ range: `bytes=${from}-${to ?? ''}` })),
    fc.constantFrom<Record<string, string>>(
      {},
      { range: 'bytes=-5' },
      { range: 'bytes=-0' },
      { range: 'bytes=-99999999999999999999' },
      { range: 'bytes=99999999999999999999-' },
      { range: 'bytes=0-99999999999999999999' },
      { range: 'bytes=19999-19999' },
      { range: 'bytes=0-0,5-6' },
      { range: 'bytes=5-1' },
      { range: 'lines=1-2' },
      { range: 'bytes=0-9', 'if-range': '"another"' },
      { 'if-none-match': '*' },
    ),
  ),
})

const procedure: fc.Arbitrary<Asked> = fc.record({
  kind: fc.constant('procedure'),
  name: fc.constantFrom(...procedures),
  wrong: fc.constantFrom('size', 'count'),
})

/** Mostly made by the owner, so that the calls get past the access checks. */
export const ownedCalls: fc.Arbitrary<OwnedCall[]> = fc.array(
  fc.record({
    by: fc.constantFrom('owner', 'owner', 'owner', 'stranger', 'nobody'),
    asked: fc.oneof(
      { weight: 2, arbitrary: upload },
      { weight: 2, arbitrary: chunk },
      { weight: 2, arbitrary: file },
      { weight: 1, arbitrary: procedure },
    ),
  }),
  { minLength: 20, maxLength: 28 },
)

function mostly<T>(usual: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other })
}

export type Prepared = { path: string; method: string; headers: Record<string, string>; bytes: Buffer }

/** The call as it is sent now. `other` owns things of the same kind. */
export function prepare(asked: Asked, things: OwnedThings, other: OwnedThings): Prepared {
  switch (asked.kind) {
    case 'upload':
      return prepareUpload(asked, things)
    case 'chunk': {
      const bytes = bytesFor(asked.body, chunkOf(things.word, asked.index))
      const digests = {
        right: contentDigestOf(bytes),
        'of other bytes': contentDigestOf(Buffer.from('other')),
        none: '',
      }
      const digest = digests[asked.digest]
      const headers: Record<string, string> = digest ? { 'content-digest': digest } : {}
      return { path: chunkPath(things.recording.id, asked.index), method: 'PUT', headers, bytes }
    }
    case 'file': {
      const { pathname, search } = damaged(asked.damage, things, other)
      return { path: pathname + search, method: asked.method, headers: asked.headers, bytes: Buffer.alloc(0) }
    }
    case 'procedure':
      return prepareProcedure(asked, things)
  }
}

function prepareProcedure({ name, wrong }: Asked & { kind: 'procedure' }, things: OwnedThings): Prepared {
  const { upload, recording, file } = things
  const said = completionOf(recording.chunks)
  // Only size and count are falsified: a wrong hash is accepted at first, and found by the job that reads everything again.
  const lies = { size: { sizeBytes: said.sizeBytes - 1 }, count: { chunkCount: 9 } }
  const [method, path, input] = (
    {
      'media.address': ['GET', `/media/${file.mediaId}/address`, undefined],
      'media.upload': ['GET', `/uploads/${upload.id}`, undefined],
      'media.describe': ['PATCH', `/media/${file.mediaId}`, { caption: things.word }],
      'recordings.status': ['GET', `/recordings/${recording.id}/status`, undefined],
      'recordings.complete': ['POST', `/recordings/${recording.id}/complete`, { ...said, ...lies[wrong] }],
      'recordings.discard': ['DELETE', `/recordings/${recording.id}`, {}],
      'media.remove': ['DELETE', `/media/${file.mediaId}`, {}],
    } as const
  )[name]
  const bytes = Buffer.from(input === undefined ? '' : JSON.stringify(input))
  return { path: `/api${path}`, method, headers: { 'content-type': 'application/json' }, bytes }
}

function prepareUpload(asked: Asked & { kind: 'upload' }, { upload: { id, bytes: all, sent } }: OwnedThings) {
  const bytes = bytesFor(asked.body, all.subarray(sent.length))
  const offsets: Record<string, number> = {
    right: sent.length,
    'too early': sent.length - 1,
    'too late': sent.length + 1,
  }
  const checksums: Record<string, string> = {
    right: checksumOf('sha256', bytes),
    'of other bytes': checksumOf('sha1', Buffer.from('other')),
  }
  const headers = {
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offsets[asked.offset] ?? asked.offset),
    ...(asked.checksum === 'none' ? {} : { 'upload-checksum': checksums[asked.checksum] ?? asked.checksum }),
    ...asked.spoilt,
  }
  return { path: `${tusPath}/${id}`, method: asked.method, headers, bytes }
}

const bytesFor = ({ whose, size }: Body, own: Buffer) =>
  whose === 'its own' ? own.subarray(0, size) : bytesOf('other', size)

/**
 * Changes a character in the middle of the signature: the last character of base64url has unused bits, so changing it may change
 * nothing.
 */
function damaged(damage: Damage, { file: { mediaId, address } }: OwnedThings, other: OwnedThings): URL {
  const url = new URL(address)
  const query = url.searchParams
  const signature = query.get('signature') ?? ''
  switch (damage) {
    case 'none':
      break
    case 'another signature':
      query.set('signature', signature.slice(0, 9) + (signature[9] === 'A' ? 'B' : 'A') + signature.slice(10))
      break
    case 'a cut signature':
      query.set('signature', signature.slice(0, -4))
      break
    case 'no signature':
      query.delete('signature')
      break
    case 'another owner':
      query.set('owner', other.who.id)
      break
    case 'another file':
      url.pathname = url.pathname.replace(mediaId, other.file.mediaId)
      break
    case 'another reader':
      query.set('for', `person.${other.who.id}`)
      break
    case 'a later end':
      query.set('expires', String(Number(query.get('expires')) + 1))
      break
    case 'an endless end':
      query.set('expires', '1e300')
      break
    default:
      damage satisfies never
  }
  return url
}
