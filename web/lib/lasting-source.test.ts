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
