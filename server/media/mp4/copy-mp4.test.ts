import { readFile, stat, truncate } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { copyByFfmpeg, type Mp4Form, makeMp4, mp4Forms, pictureAt } from '../../testing/mp4-films.ts'
import { type Packet, packetsByFfprobe } from '../../testing/packets.ts'
import { hasFfmpeg, newPath } from '../../testing/test-media.ts'
import { copyMp4 } from './copy-mp4.ts'

async function copyOf(film: string) {
  const path = newPath('mp4')
  const outcome = await copyMp4(film, path)
  return { path, outcome }
}

const kinds = ['video', 'audio'] as const
const bytesOf = (packets: Packet[]) => packets.map(({ hash, isKey }) => [hash, isKey])

/** The durations of all packets except the last, whose duration not every form of file contains. */
const lengthsOf = (packets: Packet[]) => packets.slice(0, -1).map(({ duration }) => duration)

/** How much later the packets of one file are than those of the other. The test fails unless it is the same for all of them. */
function delay(of: Packet[], against: Packet[]): number {
  const delays = of.flatMap((packet, index) => {
    const peer = against[index]
    return peer ? [packet.pts - peer.pts, packet.dts - peer.dts] : []
  })
  expect(Math.max(...delays) - Math.min(...delays)).toBeLessThan(0.000_01)
  return delays[0] ?? 0
}

describe.skipIf(!hasFfmpeg)('a copy of MP4', () => {
  it.each(mp4Forms)(
    'holds %s packet by packet at its time, as ffmpeg does, the index in front',
    async (form) => {
      const film = await makeMp4(form)

      const { path, outcome } = await copyOf(film)

      expect(outcome).toEqual({ is: 'copied', leftOffBytes: 0 })
      const [ours, original, peer] = await Promise.all([
        packetsByFfprobe(path),
        packetsByFfprobe(film),
        packetsByFfprobe(await copyByFfmpeg(film)),
      ])
      const delays = kinds.flatMap((kind) => {
        expect(bytesOf(ours[kind])).toEqual(bytesOf(original[kind]))
        expect(bytesOf(ours[kind])).toEqual(bytesOf(peer[kind]))
        expect(lengthsOf(ours[kind])).toEqual(lengthsOf(peer[kind]))
        delay(ours[kind], original[kind])
        return ours[kind].length > 0 ? [delay(ours[kind], peer[kind])] : []
      })
      // ffmpeg counts delays in milliseconds, and reports times that are too late for fragments with negative offsets.
      const apart = form === 'offsets below zero' ? 0.07 : 0.001
      expect(Math.max(...delays) - Math.min(...delays)).toBeLessThan(apart)
      const bytes = await readFile(path)
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
      expect(bytes.indexOf('moof')).toBe(-1)
    },
  )

  it('shows picture and sound together as they were, also by offsets below zero', async () => {
    const ours = await packetsByFfprobe((await copyOf(await makeMp4('offsets below zero'))).path)
    const plain = await packetsByFfprobe(await makeMp4('the movie at the end'))
    const lead = ({ video, audio }: typeof ours) =>
      Math.min(...video.map(({ pts }) => pts)) - Math.min(...audio.slice(1).map(({ pts }) => pts))

    expect(Math.abs(lead(ours) - lead(plain))).toBeLessThan(0.05)
  })

  it.each<Mp4Form>(['fragments without an edit list', 'the movie at the end'])(
    'of %s leads a far jump to the right picture',
    async (form) => {
      const film = await makeMp4(form)
      const { path } = await copyOf(film)

      for (const second of [1.3, 4.9])
        expect(await pictureAt(path, second)).toBe(await pictureAt(film, second))
      expect(await pictureAt(path, 4.9)).not.toBe(await pictureAt(path, 1.3))
    },
  )

  it.each([0.55, 0.97])(
    'of a film of which %d was left holds all that is whole, and says what is not',
    async (share) => {
      const film = await makeMp4('fragments of a second')
      const whole = await packetsByFfprobe(film)
      const end = Math.floor((await stat(film)).size * share)
      await truncate(film, end)

      const { path, outcome } = await copyOf(film)

      const ours = await packetsByFfprobe(path)
      const isThere = ({ at, size }: Packet) => at + size <= end
      for (const kind of kinds) {
        expect(bytesOf(ours[kind])).toEqual(bytesOf(whole[kind].filter(isThere)))
      }
      const last = Math.max(
        ...Object.values(whole).flatMap((packets) =>
          packets.filter(isThere).map(({ at, size }) => at + size),
        ),
      )
      expect(outcome).toEqual({ is: 'copied', leftOffBytes: end - last })
    },
  )

  it('of a plain film that was cut off is left to others', async () => {
    const film = await makeMp4('the movie in front')
    await truncate(film, Math.floor((await stat(film)).size * 0.8))
    const { path, outcome } = await copyOf(film)

    expect(outcome).toMatchObject({ is: 'declined', reason: 'samples outside the file' })
    await expect(stat(path)).rejects.toThrow()
  })
})
