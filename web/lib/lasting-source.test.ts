import { createElement, type SyntheticEvent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type LastingSource, type LastingSourceOptions, useLastingSource } from './lasting-source.ts'

function sourceOf(options: Partial<LastingSourceOptions>): LastingSource {
  const made: LastingSource[] = []
  const Player = () => {
    made.push(useLastingSource({ file: 'f1', fresh: '/f1', fetchFresh: async () => '/f1', ...options }))
    return null
  }
  renderToStaticMarkup(createElement(Player))
  const [source] = made
  if (!source) throw new Error('nothing was rendered')
  return source
}

/** A recording of three seconds that begins from the start if it is played at its end, as browsers do. */
function loaded(source: LastingSource) {
  const media = {
    currentTime: 0,
    duration: 3,
    paused: true,
    async play() {
      if (this.currentTime >= 3) this.currentTime = 0
      this.paused = false
    },
  }
  source.element.onLoadedMetadata({
    currentTarget: media as unknown as HTMLMediaElement,
  } as SyntheticEvent<HTMLMediaElement>)
  return media
}

test('a recording that is opened at a place begins there, and plays only where that is wanted', () => {
  expect(loaded(sourceOf({ startAt: 2, play: true }))).toMatchObject({ currentTime: 2, paused: false })
  expect(loaded(sourceOf({ startAt: 2 }))).toMatchObject({ currentTime: 2, paused: true })
})

test('a recording that is opened at its last words does not begin from the start', () => {
  for (const startAt of [3, 3.02])
    expect(loaded(sourceOf({ startAt, play: true }))).toMatchObject({ currentTime: startAt, paused: true })
})

/** An element on the page that nobody has touched yet, as far as the listeners look at it. */
function onPage(source: LastingSource) {
  const media = {
    playbackRate: 1,
    defaultPlaybackRate: 1,
    volume: 1,
    muted: false,
    paused: true,
    pause() {
      this.paused = true
    },
  }
  const event = { currentTarget: media as unknown as HTMLMediaElement } as SyntheticEvent<HTMLMediaElement>
  source.element.ref(event.currentTarget)
  return {
    media,
    play: () => {
      media.paused = false
      source.element.onPlay(event)
    },
    choose: (chosen: Partial<typeof media>) => {
      Object.assign(media, chosen)
      source.element.onRateChange(event)
      source.element.onVolumeChange(event)
    },
  }
}

test('of two recordings only one is heard: the one that was played last', () => {
  const first = onPage(sourceOf({ file: 'f1' }))
  const second = onPage(sourceOf({ file: 'f2' }))

  first.play()
  second.play()
  expect([first.media.paused, second.media.paused]).toEqual([true, false])
  first.play()
  expect([first.media.paused, second.media.paused]).toEqual([false, true])
})

test('a pace that was chosen stays when a fresh address is loaded, with which browsers go back to the usual one', () => {
  const { media, choose } = onPage(sourceOf({}))
  choose({ playbackRate: 1.5 })
  expect(media.defaultPlaybackRate).toBe(1.5)
})

test('the next recording is heard at the pace and as loud as the one before', () => {
  const manner = { current: null }
  onPage(sourceOf({ file: 'f1', manner })).choose({ playbackRate: 0.75, volume: 0.4, muted: true })

  const { media } = onPage(sourceOf({ file: 'f2', manner }))
  const chosen = { playbackRate: 0.75, defaultPlaybackRate: 0.75, volume: 0.4, muted: true }
  expect(media).toMatchObject(chosen)
})
