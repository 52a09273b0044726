import { expect, test } from 'vitest'
import { isPublicAddress, plainEndpoint } from './public-address.ts'

test.for([
  ['8.8.8.8', true],
  ['142.250.185.106', true],
  ['2a00:1450:4001:812::200a', true],
  ['127.0.0.1', false],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['192.168.178.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:0:7f00:1::', false],
  ['not an address', false],
] as const)('whether %s can be reached by anybody in the world: %s', ([address, isPublic]) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

test.for([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
])('the push service at %s is called', (endpoint) => {
  expect(plainEndpoint(endpoint)).toBe(endpoint)
})

test.for([
  'http://fcm.googleapis.com/fcm/send/abc',
  'ftp://push.example/',
  'https://user:secret@push.example/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://localhost/',
  'https://db.internal/',
  'https://printer.local/',
  'nonsense',
])('%s is not called', (endpoint) => {
  expect(plainEndpoint(endpoint)).toBeNull()
})
