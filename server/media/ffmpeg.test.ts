import { execFileSync } from 'node:child_process'
import { stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { extractSound } from '../speech/sound.ts'
import { describeMediaTool } from '../testing/media-tool-compliance.ts'
import { hasFfmpeg, newPath, testMedia } from '../testing/test-media.ts'
import { FfmpegTool } from './ffmpeg.ts'
import { measureLoudness } from './tracks/measure-loudness.ts'

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

function work() {
  return { signal: new AbortController().signal }
}
