import { execFileSync } from 'node:child_process'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { extractSound } from '../speech/sound.ts'
import { describeMediaTool } from '../testing/media-tool-compliance.ts'
import { hasFfmpeg, newPath, testMedia } from '../testing/test-media.ts'
import { FfmpegTool } from './ffmpeg.ts'
import { measureLoudness } from './tracks/measure-loudness.ts'
import { encodingTime } from './work-time.ts'

const tool = new FfmpegTool()
describeMediaTool(tool, { video: ['vp8', 'vp9', 'vp9 4:4:4', 'h264'], audio: ['opus', 'aac'] })

/** Playlists that name a film on the same machine, as somebody could send them in place of a recording. */
const playlists = {
  hls: (film: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nfile://${film}\n#EXT-X-ENDLIST\n`,
  dash: (film: string) =>
    `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT4S"
     profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><Period><AdaptationSet mimeType="video/mp4"><Representation
     id="1" bandwidth="1"><BaseURL>file://${film}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
  concat: (film: string) => `ffconcat version 1.0\nfile ${basename(film)}\n`,
}

describe.skipIf(!hasFfmpeg)('a list that names a film of this machine', () => {
  test.each(Object.entries(playlists))('is no film itself: %s', async (_, listOf) => {
    const [film, list, output] = [newPath('mp4'), newPath(''), newPath('jpg')]
    await tool.seekableCopy(await testMedia.fragmentedMp4(), film, 'mp4', work())
    await writeFile(list, listOf(film))

    await expect(tool.probe(list, work())).rejects.toMatchObject({ code: 'UNREADABLE' })
    await expect(tool.poster(list, output, 0, work())).rejects.toMatchObject({ code: 'UNREADABLE' })
    await expect(extractSound(list, work().signal)).rejects.toMatchObject({ code: 'UNREADABLE' })
    await expect(measureLoudness(list, work().signal)).rejects.toMatchObject({ code: 'UNREADABLE' })
  })
})

describe.skipIf(!hasFfmpeg)('a film whose camera went while the sound goes on', () => {
  test('has no picture at a time after that, and still one from its beginning', async () => {
    const [film, output] = [newPath('webm'), newPath('jpg')]
    const [picture, sound] = ['testsrc=d=1:s=320x240', 'sine=d=8']
    const both = [
      '-f',
      'lavfi',
      '-i',
      picture,
      '-f',
      'lavfi',
      '-i',
      sound,
      '-c:v',
      'libvpx',
      '-c:a',
      'libopus',
    ]
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...both, film])

    expect(await tool.poster(film, output, 6_000, work())).toBe(false)
    expect(await tool.poster(film, output, 0, work())).toBe(true)
    expect((await stat(output)).size).toBeGreaterThan(0)
  })
})

describe.skipIf(!hasFfmpeg)('the sound alone', () => {
  /** Four seconds of sound, with this many seconds of nothing in their middle; the times alone say so. */
  function withGap(seconds: number): string {
    const film = newPath('webm')
    const shifted = `asetpts='if(gt(T,2),PTS+${seconds}/TB,PTS)'`
    const made = ['-f', 'lavfi', '-i', 'sine=d=4', '-af', shifted, '-c:a', 'libopus', film]
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...made])
    return film
  }

  /** The length of what is heard by a reader that counts samples and looks at no times. */
  function heardSeconds(sound: string): number {
    const samples = execFileSync('ffmpeg', [
      '-v',
      'error',
      '-i',
      sound,
      '-ar',
      '8000',
      '-f',
      's16le',
      'pipe:1',
    ])
    return samples.length / 2 / 8_000
  }

  test('has silence where there is a gap, so that what comes after it keeps its time', async () => {
    const output = newPath('m4a')

    await tool.sound(withGap(10), output, work())

    expect(Math.abs(heardSeconds(output) - 14)).toBeLessThan(0.15)
  })

  test('keeps its times where a gap is too long for the memory', async () => {
    const output = newPath('m4a')

    await tool.sound(withGap(7_200), output, work())

    expect(Math.abs(((await tool.probe(output, work())).durationMs ?? 0) - 7_204_000)).toBeLessThan(150)
  })
})

describe('how long a film may be encoded', () => {
  test.skipIf(!hasFfmpeg)(
    'follows from its size, so that a small one cannot hold a processor for hours',
    async () => {
      const [film, told] = [motionJpeg(), newPath('txt')]
      const telling = new FfmpegTool(await program(`echo "$@" > ${told}; exec ffmpeg "$@"`))

      await telling.seekableCopy(film, newPath('mp4'), 'mp4', work())

      const [, seconds] = /-timelimit (\d+)/.exec(await readFile(told, 'utf8')) ?? []
      expect(Number(seconds)).toBeLessThan(700)
      expect(encodingTime(20e6).cpuSeconds).toBeLessThan(900)
    },
  )

  test.each([
    ['a DVD of two hours', 2, 4e9],
    ['a VHS tape of two hours as MPEG-1', 2, 1.35e9],
    ['an hour of DV', 1, 13e9],
    ['an hour of a film from a disc', 1, 0.35e9],
  ])('is as long as it is watched, on a core as slow as that: %s', (_, hours, size) => {
    expect(encodingTime(size).cpuSeconds).toBeGreaterThanOrEqual(hours * 3_600)
  })
})

describe.skipIf(!hasFfmpeg)('a film that reaches a limit while it is encoded', () => {
  const film = hasFfmpeg ? motionJpeg() : ''

  test.each([
    ['of time', 'kill -KILL $$'],
    ['of size', 'ffmpeg "$@"; for to; do :; done; truncate -s 700M "$(echo "$to" | cut -c6-)"'],
  ])('%s is not tried again, because it would reach it again', async (_, script) => {
    const stopped = new FfmpegTool(await program(script))

    await expect(stopped.seekableCopy(film, newPath('mp4'), 'mp4', work())).rejects.toMatchObject({
      code: 'UNREADABLE',
    })
  })

  test('is no reason to give up a film that is only copied, whose program somebody killed', async () => {
    const killed = new FfmpegTool(await program('kill -KILL $$'))

    const copying = killed.seekableCopy(await testMedia.webmVp8(1), newPath('webm'), 'webm', work())
    await expect(copying).rejects.toMatchObject({ code: 'TOOL_FAILED' })
  })
})

function motionJpeg(): string {
  const film = newPath('avi')
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x240:rate=25:duration=1']
  execFileSync('ffmpeg', ['-v', 'error', ...picture, '-c:v', 'mjpeg', film])
  return film
}

/** A program in the place of ffmpeg. */
async function program(script: string): Promise<string> {
  const path = newPath('sh')
  await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return path
}

function work() {
  return { signal: new AbortController().signal }
}
