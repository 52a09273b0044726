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
