import type { DetailedError } from 'tus-js-client'
import { expect, test } from 'vitest'
import { sentences } from '../../lib/sentences.ts'
import { reasonOf } from './send-file.ts'

test('a server that is away or busy is a reason that may pass by itself', () => {
  expect(reasonOf(new Error('no answer'), 'a')).toEqual([sentences.OFFLINE, true, true])
  expect(reasonOf(answered(502, ''), 'a')).toEqual([sentences.OFFLINE, true, true])
  expect(reasonOf(answered(503, 'STORAGE_UNAVAILABLE'), 'a')).toEqual([
    sentences.STORAGE_UNAVAILABLE,
    true,
    true,
  ])
  expect(reasonOf(answered(429, 'TOO_MANY_REQUESTS'), 'a')).toEqual([sentences.TOO_MANY_REQUESTS, true, true])
})

test('a full plan, a full disk and a sign-in that is over need a person, who may then try again', () => {
  const full = answered(507, 'STORAGE_LIMIT_REACHED')
  expect(reasonOf(full, 'a')).toEqual([sentences.STORAGE_LIMIT_REACHED, true, false])
  expect(reasonOf(answered(507, 'STORAGE_FULL'), 'a')).toEqual([sentences.STORAGE_FULL, true, false])
  expect(reasonOf(answered(401, 'UNAUTHORIZED'), 'a')).toEqual([sentences.UNAUTHORIZED, true, false])
})

test('what the server refuses for good is not tried again by anybody', () => {
  expect(reasonOf(answered(422, 'LIMIT_REACHED'), 'a')).toEqual([sentences.LIMIT_REACHED, false, false])
})

function answered(status: number, code: string) {
  const response = {
    getStatus: () => status,
    getHeader: () => undefined,
    getBody: () => (code === '' ? '<html>' : JSON.stringify({ code })),
    getUnderlyingObject: () => null,
  }
  return Object.assign(new Error('refused'), { originalResponse: response }) as unknown as DetailedError
}
