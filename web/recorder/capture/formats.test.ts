import { expect, it } from 'vitest'
import { chooseFormat, secondsIn } from './formats.ts'

const everything = () => true

it('records VP9 with Opus where it can, VP8 where it cannot', () => {
  expect(chooseFormat('video', { isSafari: false, canRecord: everything })).toBe('video/webm;codecs=vp9,opus')
  expect(chooseFormat('video', { isSafari: false, canRecord: (type) => !type.includes('vp9') })).toBe(
    'video/webm;codecs=vp8,opus',
  )
})

it('prefers MP4 on Safari, whose WebM has broken durations', () => {
  expect(chooseFormat('video', { isSafari: true, canRecord: everything })).toMatch(/^video\/mp4/)
  expect(chooseFormat('audio', { isSafari: true, canRecord: everything })).toMatch(/^audio\/mp4/)
})

it('says so when the browser can record nothing', () => {
  expect(chooseFormat('audio', { isSafari: false, canRecord: () => false })).toBeNull()
})

it('tells how long the room on a device lasts', () => {
  expect(secondsIn(3_128_000 / 8, 'high')).toBe(1)
  // A person who records sound alone must not be alarmed by the room that pictures would need.
  expect(secondsIn(3_128_000 / 8, null)).toBe(24)
})
