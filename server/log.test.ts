import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('what is secret does not reach the log', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })

  log.info({ password: 'hunter2', request: { headers: { authorization: 'Bearer hunter2' } } }, 'signed in')
  log.info({ body: { refresh_token: 'hunter2', email: 'ada@example.com' } }, 'refreshed')

  expect(lines.join('')).not.toContain('hunter2')
  expect(lines.join('')).toContain('ada@example.com')
})

test('of an error its words, its code, its place and its cause are logged, and nothing that hangs on it', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const broken = Object.assign(new Error('the connection broke', { cause: new Error('the cable') }), {
    code: 'ECONNRESET',
    client: { connectionParameters: { password: 'hunter2' } },
    detail: 'Key (email)=(ada@example.com) already exists.',
  })

  log.warn({ err: broken }, 'a connection broke')

  const { err } = JSON.parse(lines.join(''))
  expect(Object.keys(err)).toEqual(['type', 'message', 'code', 'stack', 'cause'])
  expect(err).toMatchObject({ type: 'Error', message: 'the connection broke', code: 'ECONNRESET' })
  expect(err.cause.message).toBe('the cable')
  expect(err.stack).toContain('log.test.ts')
})
