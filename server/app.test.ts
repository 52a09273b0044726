import { Hono } from 'hono'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { asWorker } from './db/actor.ts'
import { securityHeaders } from './http/security-headers.ts'
import { defineJob, enqueue } from './jobs/job.ts'
import { clientOf } from './testing/family.ts'
import { createTestKinora } from './testing/kinora.ts'

const { app, services, person } = await createTestKinora()

test('health tells the state of what a request needs', async () => {
  const response = await app.request('/health')

  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    status: 'ok',
    version: 'test',
    database: 'ok',
    storage: 'ok',
    worker: 'elsewhere',
  })
})

test('health is 503 and says which, while the database or the storage is away', async () => {
  const away = () => Promise.reject(new Error('no answer'))
  const storage = vi.spyOn(services.storage, 'stat').mockImplementation(away)
  const withoutStorage = await app.request('/health')
  storage.mockRestore()
  const transaction = vi.spyOn(services.db, 'transaction').mockImplementation(() => {
    throw new Error('no answer')
  })
  const withoutDatabase = await app.request('/health')
  transaction.mockRestore()

  expect([withoutStorage.status, withoutDatabase.status]).toEqual([503, 503])
  expect(await withoutStorage.json()).toMatchObject({ status: 'failing', database: 'ok', storage: 'failing' })
  expect(await withoutDatabase.json()).toMatchObject({
    status: 'failing',
    database: 'failing',
    storage: 'ok',
  })
})

test('health is told in time, also while a disk does not answer at all', async () => {
  const storage = vi.spyOn(services.storage, 'stat').mockImplementation(() => new Promise(() => undefined))
  onTestFinished(() => storage.mockRestore())

  const answer = await app.request('/health')

  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ database: 'ok', storage: 'failing' })
}, 15_000)

/** Requests the metrics as if from a remote address. */
const fromAddress = (remoteAddress: string, headers: Record<string, string> = {}) =>
  app.request('/metrics', { headers }, { incoming: { socket: { remoteAddress } } })

test('metrics are in the format of Prometheus, tell of jobs and room, and name no address', async () => {
  await asWorker(services.db, null, (tx) => enqueue(tx, defineJob('greet', z.string()), 'Ada'))
  await app.request('/api/family-members/0198c0de-0000-7000-8000-000000000000', { method: 'DELETE' })
  const text = await (await fromAddress('127.0.0.1')).text()

  expect(text).toMatch(
    /^kinora_http_request_seconds_bucket\{method="DELETE",area="api",status="401",le="\+Inf"\} \d+$/m,
  )
  expect(text).toMatch(/^kinora_jobs\{state="due"\} 1$/m)
  expect(text).toMatch(/^kinora_jobs\{state="given_up"\} 0$/m)
  expect(text).toMatch(/^kinora_job_oldest_due_seconds \d/m)
  expect(text).toMatch(/^kinora_storage_free_bytes [1-9]\d*$/m)
  expect(text).toMatch(/^kinora_event_loop_delay_seconds \d/m)
  expect(text).not.toContain('0198c0de')
})

test('metrics are told to this machine itself and to whoever has the token, not through a proxy and not to others', async () => {
  const token = 'm'.repeat(32)
  const here = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
  for (const address of here) expect((await fromAddress(address)).status).toBe(200)
  expect((await fromAddress('192.168.1.4')).status).toBe(401)
  for (const added of ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'])
    expect((await fromAddress('127.0.0.1', { [added]: '127.0.0.1' })).status).toBe(401)
  expect((await fromAddress('192.168.1.4', { authorization: `Bearer ${token}` })).status).toBe(401)

  services.env.metricsToken = token
  expect((await fromAddress('192.168.1.4', { authorization: `Bearer ${token}` })).status).toBe(200)
  expect((await fromAddress('192.168.1.4', { authorization: `Bearer ${token}n` })).status).toBe(401)
  expect((await fromAddress('192.168.1.4')).status).toBe(401)
})

test('metrics are not told to a page that has its own name lead to this machine', async () => {
  const asked = (origin: string) =>
    app.request(`${origin}/metrics`, {}, { incoming: { socket: { remoteAddress: '127.0.0.1' } } })

  for (const name of ['localhost:4310', '127.0.0.1:4310', '[::1]:4310'])
    expect((await asked(`http://${name}`)).status).toBe(200)
  expect((await asked(services.env.publicUrl)).status).toBe(200)
  expect((await asked('http://rebound.example:4310')).status).toBe(401)
  expect((await asked('http://127.0.0.1.rebound.example')).status).toBe(401)
})

test('without a token nothing is answered, by RPC and by REST', async () => {
  await expect(clientOf(app).familyMembers.list({})).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
    status: 401,
  })
  expect((await app.request('/api/family-members')).status).toBe(401)
  const forged = { headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' } }
  expect((await app.request('/api/family-members', forged)).status).toBe(401)
})

test('the same procedure answers at /api as REST', async () => {
  const { request } = await person()

  expect(await (await request('/api/family-members?limit=3')).json()).toEqual({ items: [], nextCursor: null })
})

test('an input that does not fit is refused with a code and a reason', async () => {
  const { request } = await person()
  const response = await request('/api/family-members?limit=1000')

  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    code: 'BAD_REQUEST',
    data: { issues: [{ path: ['limit'] }] },
  })
})

test('the OpenAPI document describes every procedure', async () => {
  const document = await (await app.request('/api/openapi.json')).json()

  expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) })
  expect(Object.keys(document.paths)).toContain('/stories/{id}')
})

test('an unforeseen failure is logged whole and told to nobody', async () => {
  const { request } = await person()
  const logged = vi.spyOn(services.log, 'error')
  const broken = vi.spyOn(services.db, 'transaction').mockImplementation(() => {
    throw new Error('the password is hunter2')
  })
  const response = await request('/api/family-members')
  broken.mockRestore()

  expect(response.status).toBe(500)
  const body = await response.text()
  expect(body).not.toContain('hunter2')
  const { data } = JSON.parse(body)
  expect(data.id).toBe(response.headers.get('x-request-id'))
  expect(logged).toHaveBeenCalledWith(
    expect.objectContaining({
      requestId: data.id,
      err: expect.objectContaining({ message: 'the password is hunter2' }),
    }),
    expect.any(String),
  )
})

test('a body larger than any procedure needs is refused', async () => {
  const { request } = await person()
  const response = await request('/api/profile', { method: 'PATCH', body: 'x'.repeat(1_000_001) })

  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
})

test('every answer forbids scripts that are not ours, and to connect to anybody else', async () => {
  const paths = [
    '/',
    '/app/settings',
    '/health',
    '/api/openapi.json',
    '/nowhere',
    '/assets/index-speech-door.js',
  ]
  for (const path of paths) {
    const { headers } = await app.request(path)
    expect(headers.get('content-security-policy')).toMatch(/default-src 'self'; connect-src 'self';/)
    expect(headers.get('content-security-policy')).not.toContain('http')
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self' 'wasm-unsafe-eval';/)
    expect(headers.get('content-security-policy')).toMatch(
      /object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})

test('no answer is framed by others, tells them the address it was led to from, or asks where somebody is', async () => {
  const { headers } = await app.request('/app/settings')

  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('permissions-policy')).toBe(
    'camera=(self), microphone=(self), screen-wake-lock=(self), geolocation=()',
  )
})

test('a browser is told to come by HTTPS only where that is how it comes', async () => {
  const told = async (publicUrl: string) => {
    const site = new Hono().use(securityHeaders(publicUrl)).get('/', (c) => c.text('here'))
    return (await site.request('/')).headers.get('strict-transport-security')
  }

  expect(await told('https://stories.example')).toBe('max-age=31536000')
  expect(await told('http://localhost:4600')).toBeNull()
})

test('no answer is kept by what lies in between, unless it says that it may be', async () => {
  const { request } = await person()
  for (const path of ['/api/stories', '/rpc/stories/list', '/media/files/gone', '/s/gone.png', '/health']) {
    expect((await request(path)).headers.get('cache-control')).toBe('no-store')
  }
})

test('but for one worker, which may ask Google with a person’s own key and nothing besides', async () => {
  const { headers } = await app.request('/assets/speech-door-Ab12_-.js')
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; connect-src https://speech.googleapis.com",
  )
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})
