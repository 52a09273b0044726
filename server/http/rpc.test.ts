import { implement } from '@orpc/server'
import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { createLog } from '../log.ts'
import { createRouter } from '../router.ts'
import { createTestKinora } from '../testing/kinora.ts'
import type { HttpEnv } from './http-env.ts'
import { contractRoutes } from './rpc.ts'
import type { RequestContext } from './signed-in.ts'

const { services } = await createTestKinora()

test('an answer that is not what the contract says is logged, and told to nobody but by an id', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const list = implement(contract.familyMembers.list)
    .$context<RequestContext>()
    .handler(() => ({ items: 'the row of a stranger' }) as never)
  const router = createRouter(services)
  const broken = { ...router, familyMembers: { ...router.familyMembers, list } }
  const app = new Hono<HttpEnv>()
    .use(requestId({ headerName: '' }))
    .route('/', contractRoutes({ ...services, log }, broken, 'test'))

  const answer = await app.request('/api/family-members')

  expect(answer.status).toBe(500)
  const { code, data } = await answer.json()
  expect(code).toBe('INTERNAL_SERVER_ERROR')
  expect(data).toEqual({ id: expect.any(String) })
  expect(lines).toEqual([expect.stringContaining(data.id)])
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    procedure: 'familyMembers.list',
    misfits: expect.arrayContaining([expect.stringMatching(/^items: /)]),
  })
  expect(lines[0]).not.toContain('a stranger')
})
