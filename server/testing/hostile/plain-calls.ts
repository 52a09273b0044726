import fc from 'fast-check'
import { contentDigestOf } from '../../sha256.ts'
import { fromSchema, type KnownIds, type Schema } from './from-schema.ts'
import { asText, type Call, inPath } from './hostile-calls.ts'
import { hostileText } from './hostile-values.ts'

/** A route as the server's own route table names it: `PUT /media/recordings/:id/chunks/:index`. */
export type Route = { method: string; path: string }

/** Plausible values of headers, as well-meaning clients send them; each is also sent damaged. */
const plausibleHeaders: Record<string, string[]> = {
  'content-type': [
    'application/json',
    'application/offset+octet-stream',
    'application/octet-stream',
    'application/x-www-form-urlencoded',
    'image/png',
    'message/rfc822',
  ],
  'content-digest': ['sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:', 'sha-256=::', 'md5=:AAAA:'],
  'content-range': ['bytes 0-4/100', 'bytes 99999999999999999999-1/2', 'bytes */*'],
  'tus-resumable': ['1.0.0', '0.2.2'],
  'upload-length': ['0', '5', '999999999999999999999', '-1', '1e3', '0x10'],
  'upload-offset': ['0', '5', '-1', '9007199254740993'],
  'upload-metadata': ['filename d29ybGQ=', 'filename d29ybGQ=,filename eA==', 'relation', ',,,', 'a b c'],
  'upload-concat': ['partial', 'final;/media/uploads/a /media/uploads/b'],
  'upload-defer-length': ['1', '2'],
  'upload-checksum': ['sha1 AAAA', 'sha256 47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=', 'crc32 x'],
  range: [
    'bytes=0-',
    'bytes=-0',
    'bytes=5-1',
    'bytes=0-0,2-3,4-5',
    'bytes=99999999999999999999-',
    'lines=1-2',
  ],
  'if-range': ['"a"', 'W/"a"', 'Sat, 01 Jan 2000 00:00:00 GMT'],
  'if-none-match': ['*', '"a", W/"b"'],
  'stripe-signature': ['t=1,v1=00', 't=,v1=', 'v1'],
  'x-forwarded-for': ['::ffff:1.2.3.4', '1.2.3.4, , x', 'unknown'],
  'x-http-method-override': ['DELETE', 'PATCH'],
  authorization: ['Link guessed', 'Basic OnNlY3JldA==', 'Bearer e30.e30.e30'],
  'kinora-device': ['guessed', 'A'.repeat(43)],
  origin: ['null', 'http://evil.example'],
}

const headers = fc.uniqueArray(
  fc
    .constantFrom(...Object.entries(plausibleHeaders))
    .chain(([name, plausible]) =>
      fc
        .oneof({ weight: 4, arbitrary: fc.constantFrom(...plausible) }, { weight: 1, arbitrary: hostileText })
        .map((value) => [name, asHeader(value)] as const),
    ),
  { maxLength: 6, selector: ([name]) => name },
)

type Sent = { headers: Record<string, string>; body: BodyInit }

const taken = 'taken'
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Requests that reach the inner logic of a route: header and body have to agree, or the bytes have to be readable. */
export const wellMeant: Record<string, Sent> = {
  'PUT /media/recordings/:id/chunks/:index': {
    headers: { 'content-digest': contentDigestOf(taken) },
    body: taken,
  },
  'PUT /media/imports/:id': { headers: { 'content-range': 'bytes 0-4/100' }, body: taken },
  'PUT /media/portraits/:id': { headers: { 'content-type': 'image/png' }, body: onePixel },
}

const bytes = fc.oneof(
  fc.constant(''),
  hostileText,
  fc.constant('\u0089PNG\r\n\u001a\n'),
  fc.constant('0 HEAD\n1 GEDC\n2 VERS 7.0\n0 TRLR\n'),
  fc.constant('PK\u0003\u0004'.repeat(20)),
  fc.constant('x'.repeat(2_000_000)),
)

/** A route with arbitrary input: existing ids, plausible headers, a body that fits `fields`, or no body. */
export function plainCalls({ method, path }: Route, fields: Schema, ids: KnownIds): fc.Arbitrary<Call> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const inPlace = fc.tuple(...names.map((name) => fromSchema(ofPath(name), ids, name)))
  const query = fc.option(fromSchema(fields, ids), { nil: {} })
  const json = fromSchema(fields, ids).map((value) => JSON.stringify(value) ?? 'null')
  const body = method === 'GET' || method === 'HEAD' ? fc.constant(undefined) : fc.oneof(json, bytes)

  const well = fc.option(fc.constant(wellMeant[`${method} ${path}`]), { freq: 2, nil: undefined })

  return fc.tuple(inPlace, query, headers, body, well).map(([values, asked, given, anything, best]) => {
    const place = names.reduce((so, name, at) => so.replace(`:${name}`, () => inPath(values[at])), path)
    const search = new URLSearchParams(flat(asked)).toString().slice(0, 4000)
    const call = {
      method,
      path: search === '' ? place : `${place}?${search}`,
      headers: { ...Object.fromEntries(given), ...best?.headers },
    }
    const sent = best?.body ?? anything
    return sent === undefined ? call : { ...call, body: sent }
  })
}

function ofPath(name: string): Schema {
  if (name !== 'index') return { type: 'string', format: 'uuid' }
  // Mostly 0, the index expected of a recording without any chunks.
  return { anyOf: [{ const: 0 }, { type: 'integer', minimum: 0, maximum: 3 }] }
}

function flat(value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .slice(0, 20)
    .map(([name, one]) => [name, asText(one)])
}

/** Restricts a text to what a header may contain, because no client would send anything else. */
function asHeader(text: string): string {
  return text
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?')
    .trim()
    .slice(0, 4000)
}
