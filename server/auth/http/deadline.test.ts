import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { deadline } from './deadline.ts'
import { errorResponse } from './error-response.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

function appWith(endpoint: () => Promise<Response>) {
  const app = new Hono()
  app.onError((error, c) => errorResponse(c, error, log))
  app.use(deadline(30))
  app.get('/', endpoint)
  return app
}

it('answers 504 when an endpoint does not come to an end', async () => {
  const answer = await appWith(() => new Promise(() => undefined)).request('/', {
    headers: { 'x-supabase-api-version': '2024-01-01' },
  })

  expect(answer.status).toBe(504)
  expect(await answer.json()).toMatchObject({ code: 'request_timeout' })
})

it('does not touch an answer in time', async () => {
  const answer = await appWith(async () => new Response('in time')).request('/')

  expect(await answer.text()).toBe('in time')
})
