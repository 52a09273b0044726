import { expect, test } from 'vitest'
import { playAt } from './play-at.ts'

/** A recording of three seconds that begins from the start if it is played at its end, as browsers do. */
function threeSeconds(duration = 3) {
  return {
    currentTime: 0,
    duration,
    paused: true,
    async play() {
      if (this.currentTime >= 3) this.currentTime = 0
      this.paused = false
    },
  }
}

const playedAt = async (media: ReturnType<typeof threeSeconds>, seconds: number) => {
  await playAt(media as unknown as HTMLMediaElement, seconds)
  return media
}

test('a place in a recording is played from there', async () => {
  expect(await playedAt(threeSeconds(), 2.9)).toMatchObject({ currentTime: 2.9, paused: false })
})

test('words at the end of a recording or beyond do not begin it from the start', async () => {
  for (const seconds of [3, 3.02])
    expect(await playedAt(threeSeconds(), seconds)).toMatchObject({ currentTime: seconds, paused: true })
})

test('a recording whose length is not known yet is played', async () => {
  expect(await playedAt(threeSeconds(Number.NaN), 2)).toMatchObject({ currentTime: 2, paused: false })
})
