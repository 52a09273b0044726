import { expect, it } from 'vitest'
import { deviceWords } from './device-words.ts'

const mozilla = 'Mozilla/5.0'

it.each([
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36`,
    'Chrome on Windows',
  ],
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge on Windows',
  ],
  [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15`, 'Safari on Mac'],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0 Mobile/15E148 Safari/604.1`,
    'Chrome on iPhone',
  ],
  [`${mozilla} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox on Linux'],
  [
    `${mozilla} (Linux; Android 15; SM-S911B) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  ['node', 'Unknown device'],
])('names the browser and what it runs on: %s', (userAgent, name) => {
  expect(deviceWords(userAgent).name).toBe(name)
})

it('tells what one holds in the hand from what stands on a desk', () => {
  expect(deviceWords('Mozilla/5.0 (iPad; CPU OS 18_0) Safari/604.1').isHandheld).toBe(true)
  expect(deviceWords('Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0').isHandheld).toBe(false)
  expect(deviceWords(null)).toEqual({ name: 'Unknown device', isHandheld: false })
})
