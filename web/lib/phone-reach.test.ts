import { expect, test } from 'vitest'
import { reachOf } from './phone-reach.ts'

test.for([
  ['https://stories.family.example/record/1#a', 'anywhere'],
  ['https://192.168.1.20:4310/record/1#a', 'anywhere'],
  ['http://192.168.1.20:4310/record/1#a', 'insecure'],
  ['http://localhost:4310/record/1#a', 'here'],
  ['http://127.0.0.1:4310/record/1#a', 'here'],
  ['http://[::1]:4310/record/1#a', 'here'],
])('%s is of use %s', ([address, reach]) => {
  expect(reachOf(address ?? '')).toBe(reach)
})
