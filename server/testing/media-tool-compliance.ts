import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { MediaTool } from '../media/media-tool.ts'
import { WithMp4Copier } from '../media/mp4/with-mp4-copier.ts'
import { playbackContainer } from '../media/playback-container.ts'
import { sha256Of } from '../sha256.ts'
import {
  filmWithUnknownSound,
  hasFfmpeg,
  newPath,
  packetHashes,
  probeWithFfprobe,
  stillByFfmpeg,
  testMedia,
  torn,
} from './test-media.ts'

/** The codecs that a tool can decode; copying and probing are required of every tool. */
export type Decodes = { video: string[]; audio: string[] }

/** The requirements on every implementation of the media port. */
export function describeMediaTool(tool: MediaTool, decodes: Decodes) {
  const work = () => ({ signal: new AbortController().signal })
  const copyOf = async (input: string, extension: 'webm' | 'mp4', by = tool) => {
    const output = newPath(extension)
    await by.seekableCopy(input, output, extension, work())
    return output
  }
  /** The worker passes MP4 to Kinora's own copier first, but the tool has to handle what that copier declines. */
  const mp4Copiers = [
    { named: 'by itself', copier: tool },
    { named: 'by our copier', copier: new WithMp4Copier(tool) },
  ]

  describe.skipIf(!hasFfmpeg).concurrent(`media by ${tool.name}`, { timeout: 180_000 }, () => {
    it('says what is in a live WebM, and that it does not know its length', async () => {
      const probe = await tool.probe(await testMedia.webmVp9(), work())

      expect(probe).toEqual({
        container: 'webm',
        durationMs: null,
        video: { codec: 'vp9', width: 320, height: 240 },
        audio: { codec: 'opus' },
      })
    })

    it('says what is in a fragmented MP4', async () => {
      const probe = await tool.probe(await testMedia.fragmentedMp4(), work())

      expect(probe).toMatchObject({
        container: 'mp4',
        video: { codec: 'h264', width: 320, height: 240 },
        audio: { codec: 'aac' },
      })
    })

    it.each(['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_f32le', 'pcm_mulaw', 'pcm_alaw'])(
      'names the sound of a WAV as %s, which browsers play as it is',
      async (codec) => {
        const probe = await tool.probe(await testMedia.wav(codec), work())

        expect(probe).toMatchObject({ container: 'wav', audio: { codec } })
        expect(playbackContainer(probe)).toBeNull()
      },
    )

    it('does not believe a length that nothing could have', async () => {
      const film = await copyOf(await testMedia.webmSoundOnly(), 'webm')
      const bytes = await readFile(film)
      bytes.writeDoubleBE(9.1e15, bytes.indexOf(Buffer.from('448988', 'hex')) + 3)
      await writeFile(film, bytes)

      expect(await tool.probe(film, work())).toMatchObject({ durationMs: null, audio: { codec: 'opus' } })
    })

    it('says that a recording has only sound, or only a picture', async () => {
      const [soundOnly, silent] = await Promise.all([testMedia.webmSoundOnly(), testMedia.webmWithoutSound()])

      expect(await tool.probe(soundOnly, work())).toMatchObject({ video: null, audio: { codec: 'opus' } })
      expect(await tool.probe(silent, work())).toMatchObject({ video: { codec: 'vp9' }, audio: null })
    })

    it('takes the sound alone, as long as it was, and none where there is none', async () => {
      const [film, silent] = await Promise.all([testMedia.webmVp9(), testMedia.webmWithoutSound()])
      const output = newPath('sound')

      const type = await tool.sound(film, output, work())

      expect(['audio/mp4', 'audio/ogg']).toContain(type)
      expect(await tool.probe(output, work())).toMatchObject({ video: null, audio: expect.anything() })
      expect(Math.abs((await probeWithFfprobe(output)).seconds - 4)).toBeLessThan(0.15)
      expect(await tool.sound(silent, newPath('sound'), work())).toBeNull()
    })

    it.each(['webmVp8', 'webmVp9', 'webmSoundOnly', 'webmWithoutSound', 'webmOfKeyFrames'] as const)(
      'copies %s packet by packet, with its length and its index in front',
      async (name) => {
        const input = await testMedia[name]()

        const copy = await copyOf(input, 'webm')

        expect(await packetHashes(copy)).toEqual(await packetHashes(input))
        expect(Math.abs((await probeWithFfprobe(copy)).seconds - 4)).toBeLessThan(0.1)
        expect((await tool.probe(copy, work())).durationMs).toBeGreaterThan(3_900)
        const bytes = await readFile(copy)
        const firstCluster = bytes.indexOf(Buffer.from('1f43b675', 'hex'))
        const index = bytes.indexOf(
          Buffer.from('1c53bb6b', 'hex'),
          bytes.indexOf(Buffer.from('1654ae6b', 'hex')) + 8,
        )
        expect(index).toBeGreaterThan(0)
        expect(index).toBeLessThan(firstCluster)
      },
    )

    it('writes an index that leads to the right place', async () => {
      const input = await testMedia.webmVp8(12)

      const copy = await copyOf(input, 'webm')

      const { cues, clusters } = readIndex(await readFile(copy))
      expect(cues.length).toBeGreaterThan(4)
      for (const { position, time } of cues) expect(clusters.get(position)).toBeLessThanOrEqual(time)
      for (const { position } of cues) expect(clusters.has(position)).toBe(true)
    })

    it.each(mp4Copiers)(
      'copies a fragmented MP4 $named into one with its index in front',
      async ({ copier }) => {
        const input = await testMedia.fragmentedMp4()

        const copy = await copyOf(input, 'mp4', copier)

        expect(await packetHashes(copy)).toEqual(await packetHashes(input))
        expect(Math.abs((await probeWithFfprobe(copy)).seconds - 4)).toBeLessThan(0.15)
        const bytes = await readFile(copy)
        expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
        expect(bytes.indexOf('moof')).toBe(-1)
      },
    )

    it('copies a film of which one sound track is of an unknown kind, without that track', async () => {
      const input = await filmWithUnknownSound()

      const copy = await copyOf(input, 'mp4')

      expect((await probeWithFfprobe(copy)).codecs).toEqual(['aac', 'h264'])
      expect(await packetHashes(copy)).toEqual((await packetHashes(input)).slice(0, 2))
    })

    it.each(['webmVp9', 'webmSoundOnly'] as const)(
      'recovers %s that was cut off in the middle',
      async (name) => {
        await expectRecovered(await testMedia[name](8), (input) => copyOf(input, 'webm'))
      },
    )

    it.each(mp4Copiers)(
      'recovers a fragmented MP4 that was cut off in the middle, $named',
      async ({ copier }) => {
        await expectRecovered(await testMedia.fragmentedMp4(8), (input) => copyOf(input, 'mp4', copier))
      },
    )

    it('leaves the original as it was', async () => {
      const input = await testMedia.webmVp9()
      const before = sha256Of(await readFile(input))

      await copyOf(input, 'webm')

      expect(sha256Of(await readFile(input))).toBe(before)
    })

    it.each(['webmVp8', 'webmVp9'] as const)(
      'draws a still of %s, no wider than 1280, in its colours',
      async (name) => {
        const path = await testMedia[name]()
        const output = newPath('jpg')

        expect(await tool.poster(path, output, 1_000, work())).toBe(true)

        expect(await sharp(output).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 240 })
        const coloursOf = async (image: string | Buffer) => (await sharp(image).stats()).channels
        const [drawn, right] = [await coloursOf(output), await coloursOf(await stillByFfmpeg(path, 1))]
        drawn.forEach(({ mean, stdev }, channel) => {
          expect(Math.abs(mean - (right[channel]?.mean ?? 0))).toBeLessThan(4)
          expect(Math.abs(stdev - (right[channel]?.stdev ?? 0))).toBeLessThan(4)
        })
      },
    )

    it.each([
      ['fragmentedMp4', 'h264'],
      ['webmVp9FullColour', 'vp9 4:4:4'],
    ] as const)('draws none of %s where it cannot decode %s, and says so', async (name, codec) => {
      const drawn = await tool.poster(await testMedia[name](), newPath('jpg'), 1_000, work())

      expect(drawn).toBe(decodes.video.includes(codec))
    })

    it('draws the first picture of a film that is shorter than where it looks', async () => {
      const output = newPath('jpg')

      expect(await tool.poster(await testMedia.webmVp9(), output, 0, work())).toBe(true)
      expect(await sharp(output).metadata()).toMatchObject({ format: 'jpeg', width: 320 })
    })

    it.each([
      ['webmVp9', 'opus'],
      ['fragmentedMp4', 'aac'],
    ] as const)('measures silence and a tone of %s, or says that it cannot hear', async (name, codec) => {
      const peaks = await tool.peaks(await testMedia[name](), work())
      if (!decodes.audio.includes(codec)) return expect(peaks).toBeNull()

      if (!peaks) throw new Error('no waveform')
      const perSecond = peaks.sample_rate / peaks.samples_per_pixel
      const loudest = (from: number, to: number) =>
        Math.max(...peaks.data.slice(2 * Math.round(from * perSecond), 2 * Math.round(to * perSecond)))
      expect(peaks.length * 2).toBe(peaks.data.length)
      expect(peaks.length / perSecond).toBeCloseTo(4, 0)
      expect(loudest(0, 0.4)).toBeLessThan(4)
      expect(loudest(1, 3.5)).toBeGreaterThan(30)
    })

    it('measures what is left of a recording that was cut off', async () => {
      const peaks = await tool.peaks(await torn(await testMedia.webmSoundOnly(8)), work())

      const seconds = (peaks?.length ?? 0) * ((peaks?.samples_per_pixel ?? 0) / (peaks?.sample_rate ?? 1))
      expect(seconds).toBeGreaterThan(4)
      expect(seconds).toBeLessThan(8)
    })

    it('has no waveform for a recording without sound', async () => {
      expect(await tool.peaks(await testMedia.webmWithoutSound(), work())).toBeNull()
    })

    it('refuses bytes that are not media', async () => {
      const path = newPath('webm')
      await writeFile(path, Buffer.alloc(100_000, 'not a film'))

      await expect(tool.probe(path, work())).rejects.toMatchObject({ code: 'UNREADABLE' })
      await expect(tool.seekableCopy(path, newPath('webm'), 'webm', work())).rejects.toMatchObject({
        code: 'UNREADABLE',
      })
    })

    it('stops with its job', async () => {
      const input = await testMedia.webmVp9()
      const job = new AbortController()

      const working = tool.seekableCopy(input, newPath('webm'), 'webm', { signal: job.signal })
      job.abort()

      await expect(working).rejects.toMatchObject({ code: 'ABORTED' })
    })
  })
}

async function expectRecovered(whole: string, copyOf: (input: string) => Promise<string>) {
  const { seconds, codecs } = await probeWithFfprobe(await copyOf(await torn(whole)))

  expect(seconds).toBeGreaterThan(4)
  expect(seconds).toBeLessThan(8)
  expect(codecs).toEqual((await probeWithFfprobe(whole)).codecs)
}

/** Reads cue points and cluster positions by hand, which players seek by. */
function readIndex(bytes: Buffer) {
  const lengthOf = (at: number) => Math.clz32(bytes.readUInt8(at)) - 23
  const sizeOf = (at: number) => {
    let size = BigInt(bytes.readUInt8(at) & (0xff >> lengthOf(at)))
    for (let i = 1; i < lengthOf(at); i += 1) size = size * 256n + BigInt(bytes.readUInt8(at + i))
    return Number(size)
  }
  function* elements(from: number, end: number) {
    for (let at = from; at < end; ) {
      const id = bytes.subarray(at, at + lengthOf(at)).toString('hex')
      const sizeAt = at + lengthOf(at)
      const dataAt = sizeAt + lengthOf(sizeAt)
      const size = sizeOf(sizeAt)
      yield { id, at, dataAt, end: dataAt + size }
      at = dataAt + size
    }
  }
  const unsigned = (one: { dataAt: number; end: number }) =>
    bytes.readUIntBE(one.dataAt, one.end - one.dataAt)
  const inside = (parent: { dataAt: number; end: number }, id: string) =>
    [...elements(parent.dataAt, parent.end)].filter((one) => one.id === id)

  const segment = [...elements(0, bytes.length)].find((one) => one.id === '18538067')
  if (!segment) throw new Error('no segment')
  const clusters = new Map(
    inside(segment, '1f43b675').map((cluster) => {
      const [time] = inside(cluster, 'e7')
      return [cluster.at - segment.dataAt, time ? unsigned(time) : -1]
    }),
  )
  const cues = inside(segment, '1c53bb6b')
    .flatMap((index) => inside(index, 'bb'))
    .flatMap((point) => {
      const [time] = inside(point, 'b3')
      return inside(point, 'b7')
        .flatMap((place) => inside(place, 'f1'))
        .map((position) => ({ position: unsigned(position), time: time ? unsigned(time) : -1 }))
    })
  return { cues, clusters }
}
