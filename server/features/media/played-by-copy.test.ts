import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { FfmpegTool } from '../../media/ffmpeg.ts'
import { FILE_HEAD_BYTES, fileKindOf } from '../../media/file-kind.ts'
import { WithMp4Copier } from '../../media/mp4/with-mp4-copier.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { hasFfmpeg, newPath, probeWithFfprobe } from '../../testing/test-media.ts'
import { deriveCopies } from './derive.ts'

const { services, person, database } = await createTestKinora()

const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x240:rate=25:duration=2']
const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000:duration=2']
const h264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p']
const dv = ['-s', '720x576', '-pix_fmt', 'yuv420p', '-c:a', 'pcm_s16le', '-ac', '2']

async function encoded(extension: string, args: string[]): Promise<Buffer> {
  const path = newPath(extension)
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...args, path])
  return readFile(path)
}

/** Keeps and examines a file as an upload does. @returns the codecs of the copy that is played, null where there is no copy */
async function playedCodecs(bytes: Buffer): Promise<string[] | null> {
  const ana = await person()
  const type = await fileKindOf(bytes.subarray(0, FILE_HEAD_BYTES))
  if (!type) throw new Error('such a file is refused')
  const id = uuidv7()
  const key = `media/${ana.id}/${id}`
  await services.storage.put(key, bytes)
  await database.asOwner(
    `insert into media (user_id, id, role, kind, state, mime_type, size_bytes, storage_key)
     values ($1, $2, 'original', $3, 'stored', $4, $5, $6)`,
    [ana.id, id, type.kind, type.mimeType, bytes.length, key],
  )
  const { signal } = new AbortController()
  const tool = new WithMp4Copier(new FfmpegTool())
  await deriveCopies({ services, tool, userId: ana.id, mediaId: id, signal, log: services.log })

  const { rows } = await database.asOwner(
    `select storage_key from media where source_media_id = $1 and role = 'playback'`,
    [id],
  )
  if (rows.length === 0) return null
  const copy = await probeWithFfprobe(services.storage.localPath(rows[0].storage_key) ?? '')
  expect(Math.abs(copy.seconds - 2)).toBeLessThan(0.3)
  return copy.codecs
}

describe.skipIf(!hasFfmpeg)('what no browser plays as it is', () => {
  test.each([
    ['a camcorder’s film with plain sound', 'mov', [...h264, '-c:a', 'pcm_s16le']],
    ['a camcorder’s film with Dolby sound', 'mts', [...h264, '-c:a', 'ac3']],
    ['a film of a mobile phone', '3gp', ['-c:v', 'mpeg4', '-c:a', 'aac']],
    ['a film of an old phone', '3gp', ['-c:v', 'h263', '-s', '176x144', '-c:a', 'aac']],
    ['a digital camera’s film', 'avi', ['-c:v', 'mjpeg', '-c:a', 'pcm_u8', '-ar', '11025']],
    ['a digital camera’s film in QuickTime', 'mov', ['-c:v', 'mjpeg', '-c:a', 'pcm_s16be']],
    ['a film of a DVD', 'vob', ['-c:v', 'mpeg2video', '-c:a', 'mp2']],
    ['a digitised tape', 'mpg', ['-c:v', 'mpeg1video', '-c:a', 'mp2']],
    ['a tape of a DV camera', 'avi', ['-c:v', 'dvvideo', ...dv]],
    ['a film from a disc', 'avi', ['-c:v', 'mpeg4', '-vtag', 'DIVX', '-bf', '2', '-c:a', 'libmp3lame']],
    ['a tape as a DV camera writes it', 'dv', ['-c:v', 'dvvideo', ...dv, '-ar', '48000']],
    ['a film of Windows', 'wmv', ['-c:v', 'wmv2', '-c:a', 'wmav2']],
    ['a film of H.264 in AVI', 'avi', [...h264, '-bf', '2', '-c:a', 'pcm_s16le']],
    ['a film with plain sound in Matroska', 'mkv', ['-c:v', 'libvpx', '-c:a', 'pcm_s16le']],
  ])('%s is played from a copy of H.264 and AAC or MP3', async (_, extension, codecs) => {
    const copied = await playedCodecs(await encoded(extension, [...picture, ...sound, ...codecs]))

    expect([
      ['aac', 'h264'],
      ['h264', 'mp3'],
    ]).toContainEqual(copied)
  })

  test.each([
    ['AIFF', 'aiff', ['-c:a', 'pcm_s16be']],
    ['a dictating machine’s ADPCM', 'wav', ['-c:a', 'adpcm_ima_wav']],
    ['WMA', 'wma', ['-c:a', 'wmav2']],
    ['CAF', 'caf', ['-c:a', 'pcm_s16le']],
    ['an iPhone’s Opus in CAF', 'caf', ['-c:a', 'libopus']],
    ['Apple Lossless', 'm4a', ['-c:a', 'alac']],
  ])('sound as %s is played from a copy of AAC', async (_, extension, codec) => {
    expect(await playedCodecs(await encoded(extension, [...sound, ...codec]))).toEqual(['aac'])
  })
})

test.skipIf(!hasFfmpeg).each([
  ['mp3', ['-c:a', 'libmp3lame']],
  ['wav', ['-c:a', 'pcm_s16le']],
  ['flac', ['-c:a', 'flac']],
  ['ogg', ['-c:a', 'libopus']],
])('sound that browsers play takes no room twice: %s', async (extension, codec) => {
  expect(await playedCodecs(await encoded(extension, [...sound, ...codec]))).toBeNull()
})
