import { Hono } from 'hono'
import { expect, onTestFinished, test, vi } from 'vitest'
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

test('how long requests took is counted up to each bound, whoever was slower in none below', async () => {
  const metrics = createMetrics()
  const waits = [0.003, 0.004, 0.3, 20]
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => void vi.restoreAllMocks())
  const app = new Hono().use(metrics.middleware).get('/api', (c) => {
    now += (waits.shift() ?? 0) * 1000
    return c.text('here')
  })
  for (let count = 0; count < 4; count += 1) await app.request('/api')

  const text = await metrics.write()
  const upTo = (bound: string) =>
    Number(new RegExp(`_bucket\\{[^}]*le="${bound.replace('+', '\\+')}"\\} (\\d+)`).exec(text)?.[1])
  expect(['0.005', '0.25', '0.5', '10', '+Inf'].map(upTo)).toEqual([2, 2, 3, 3, 4])
  expect(text).toMatch(/_sum\{[^}]*\} 20\.307\b/)
  expect(text).toMatch(/_count\{[^}]*\} 4$/m)
})
