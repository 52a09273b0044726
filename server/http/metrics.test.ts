import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

test('a value that cannot be read is left out, and the others are told', async () => {
  const metrics = createMetrics()
  metrics.gauge('away', 'Asks a database that is away.', () => Promise.reject(new Error('away')))
  metrics.gauge('absent', 'Has nothing to measure.', () => null)
  metrics.gauge('there', 'Is there.', () => ({ warm: 1, cold: 2 }))

  const text = await metrics.write()

  expect(text).toContain('# TYPE there gauge\nthere{state="warm"} 1\nthere{state="cold"} 2\n')
  expect(text).not.toMatch(/away|absent/)
})

test('requests fall into areas, so that no id becomes a series', async () => {
  const metrics = createMetrics()
  const app = new Hono().use(metrics.middleware).get('/media/:id', (c) => c.text('here'))
  await app.request('/media/0198c0de-0000-7000-8000-000000000000')
  await app.request('/nowhere')

  const text = await metrics.write()
  expect(text).toContain('kinora_http_request_seconds_count{method="GET",area="media",status="200"} 1')
  expect(text).toContain('kinora_http_request_seconds_count{method="GET",area="web",status="404"} 1')
})
