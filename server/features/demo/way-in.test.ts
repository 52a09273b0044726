import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestKinora } from '../../testing/kinora.ts'
import { serveOnLoopback } from '../../testing/loopback.ts'
import { demoAccount, furnishDemo, tellWayIn } from './demo.ts'
import { openDevice } from './device.ts'

const { app, database, services } = await createTestKinora()
const origin = await serveOnLoopback(app)

test('the password of the demo family is told only while it lets somebody in, and finding that out leaves no session', async () => {
  const { request, userId } = await openDevice(origin, demoAccount)
  const sessions = async () =>
    (await database.asOwner('select id from auth.sessions where user_id = $1', [userId])).rows.length
  const before = await sessions()
  expect(await tellWayIn(origin, '/demo')).toBe(
    'Log in as nora@demo.example with the password “a very long year”.',
  )
  expect(await sessions()).toBe(before)

  await request('/auth/v1/user', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: 'known to one visitor' }),
  })

  // As an older version left the folder of data, which wrote no mark into it.
  const dataDir = mkdtempSync(join(tmpdir(), 'kinora-demo-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  await furnishDemo(origin, { db: services.db, env: { ...services.env, dataDir } }, () => undefined)
  expect(await tellWayIn(origin, '/demo')).toMatch(/lets nobody in any more.* delete \/demo\.$/)
})
