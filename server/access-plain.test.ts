import { beforeAll, expect, test } from 'vitest'
import type { Person } from './testing/family.ts'
import { createTestKinora } from './testing/kinora.ts'
import { chunk, type Ids, keepSomethingOfEachKind } from './testing/one-of-each.ts'
import { rowsOf } from './testing/rows-of.ts'

/*
 * The counterpart of access.test.ts for routes that are not in the OpenAPI document, which transfer bytes. Each route of the server
 * is called with Ana's ids by Mallory and without signing in, or is listed below with the reason why not.
 */
const kinora = await createTestKinora({
  INBOUND_MAIL_ADDRESS: 'answers@example.com',
  INBOUND_MAIL_SECRET: 'the mail server and this one know it',
})
const { app, person, database } = kinora

const SECRET = 'wildgeese'
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const pieceOfArchive = { method: 'PUT', headers: { 'Content-Range': 'bytes 0-4/100' }, body: 'taken' }
const family = { method: 'POST', body: '0 HEAD\n1 GEDC\n2 VERS 7.0\n0 TRLR' }
let ana: Person
let mallory: Person
let ids: Ids

beforeAll(async () => {
  ana = await person(`Ana ${SECRET}`)
  mallory = await person('Mallory')
  ids = await keepSomethingOfEachKind(kinora, ana, SECRET)
})

type Request = () => [path: string, init: RequestInit]
const forged = () => `owner=${ana.id}&expires=9999999999&signature=AAAA`

/** Requests for things of Ana's, each with its route. */
const forHers: [route: string, what: string, request: Request][] = [
  [
    'PUT /media/recordings/:id/chunks/:index',
    'a chunk',
    () => [`/media/recordings/${ids.recording}/chunks/1`, chunk('taken')],
  ],
  [
    'PUT /media/recordings/:id/chunks/:index',
    'a chunk again',
    () => [`/media/recordings/${ids.recording}/chunks/0`, chunk('taken')],
  ],
  ['ALL /media/uploads/:id', 'an upload, looked at', () => [`/media/uploads/${ids.upload}`, tus('HEAD')]],
  [
    'ALL /media/uploads/:id',
    'an upload, gone on with',
    () => [`/media/uploads/${ids.upload}`, tus('PATCH', 'taken')],
  ],
  [
    'POST /media/uploads/:id',
    'an upload, begun at its address',
    () => [`/media/uploads/${ids.upload}`, tus('POST')],
  ],
  ['ALL /media/uploads/:id', 'an upload, ended', () => [`/media/uploads/${ids.upload}`, tus('DELETE')]],
  [
    'PUT /media/imports/:id',
    'a piece of an archive',
    () => [`/media/imports/${ids.archive}`, pieceOfArchive],
  ],
  [
    'PUT /media/portraits/:id',
    'a portrait',
    () => [`/media/portraits/${ids.member}`, { method: 'PUT', body: onePixel }],
  ],
  ...(['archives', 'books', 'files'] as const).flatMap((kind) =>
    (['GET', 'HEAD'] as const).flatMap((method): [string, string, Request][] => {
      const param = { archives: ':id', books: ':id', files: ':mediaId' }[kind]
      const path = () =>
        `/media/${kind}/${{ archives: ids.archive, books: ids.bookFile, files: ids.media }[kind]}`
      const route = `${method} /media/${kind}/${param}`
      return [
        [route, `one of her ${kind} without an address`, () => [path(), { method }]],
        [
          route,
          `one of her ${kind} with an address forged for it`,
          () => [`${path()}?${forged()}`, { method }],
        ],
      ]
    }),
  ),
]

/** Requests without an id, which concern the caller's own things. */
const forOnesOwn: [route: string, request: Request][] = [
  ['POST /media/gedcom', () => ['/media/gedcom?apply=true', family]],
  ['GET /media/gedzip', () => ['/media/gedzip', {}]],
  ['GET /media/family-poster', () => ['/media/family-poster', {}]],
  ['ALL /media/uploads', () => ['/media/uploads', tus('POST')]],
]

/** Routes that need no sign-in: they are public, or protected by a secret. */
const forNobodySignedIn = [
  'GET /',
  'GET /health',
  'GET /api/openapi.json',
  // Only for the machine itself, or with a token of its own: see server/http/metrics.test.ts.
  'GET /metrics',
  // Protected by the secret of a mail, a mail server or Stripe, and covered by tests beside them.
  'GET /mail/unsubscribe',
  'POST /mail/unsubscribe',
  'GET /mail/notices/unsubscribe',
  'POST /mail/notices/unsubscribe',
  'POST /mail/inbound',
  'POST /webhooks/stripe',
]

/** Covered by access.test.ts. The last three are GET /live of the document, as Kinora's web app calls it and as it is served. */
const inTheDocument = [
  'ALL /api/*',
  'ALL /rpc/*',
  'GET /api/live',
  'GET /rpc/live/changes',
  'POST /rpc/live/changes',
]

/** Middleware that only adds headers, counters and ids to an answer, and the account service, which has tests of its own. */
const isNoDoor = (route: string) => /^ALL \/(\*|[sp]\/\*)$/.test(route) || / \/auth\/v1\//.test(route)

test('every route of the server is one that these walks know, and none is gone', () => {
  const routes = new Set(app.routes.map(({ method, path }) => `${method} ${path}`))
  const known = [...forHers, ...forOnesOwn].map(([route]) => route)
  expect([...routes].filter((route) => !isNoDoor(route)).toSorted()).toEqual(
    [...new Set([...known, ...forNobodySignedIn, ...inTheDocument])].toSorted(),
  )
})

test.for(forHers)('%s: %s is not there for anybody else', async ([, , request]) => {
  const before = await rowsOf(database, ana.id)
  const [path, init] = request()

  expect((await mallory.request(path, init)).status).toBe(404)
  expect([401, 404]).toContain((await app.request(path, init)).status)
  expect(await rowsOf(database, ana.id)).toEqual(before)
})

test.for(forOnesOwn)(
  '%s is closed to whoever has not signed in, and shows and changes nothing of hers',
  async ([, request]) => {
    const before = await rowsOf(database, ana.id)
    const [path, init] = request()

    expect((await app.request(path, init)).status).toBe(401)
    const answer = await mallory.request(path, init)
    expect(answer.status).toBeLessThan(300)
    expect(await answer.text()).not.toContain(SECRET)
    expect(await rowsOf(database, ana.id)).toEqual(before)
  },
)

test('an address of one’s own file does not open another’s', async () => {
  const { url } = await ana.client.media.address({ id: ids.media })

  expect((await app.request(url)).status).toBe(200)
  const redirected = url.replace(ana.id, mallory.id)
  expect((await app.request(redirected)).status).toBe(404)
})

function tus(method: string, body?: string): RequestInit {
  const headers = {
    'Tus-Resumable': '1.0.0',
    'Upload-Offset': '0',
    'Content-Type': 'application/offset+octet-stream',
    ...(method === 'POST' && { 'Upload-Length': '100', 'Upload-Metadata': 'filename YS5wbmc=' }),
  }
  return { method, headers, ...(body ? { body } : {}) }
}
