import { existsSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { hasFfmpeg, newPath, testMedia } from '../testing/test-media.ts'
import { FfmpegTool } from './ffmpeg.ts'
import { drawPicture, drawPrint } from './image.ts'

/** A file of Linux on which every write fails as on a full disk. */
const full = '/dev/full'
const work = () => ({ signal: new AbortController().signal })

describe.skipIf(!existsSync(full))(
  'a full disk says nothing of the file that is read: it may be tried again for as long as the disk is full',
  () => {
    test('of a photograph', async () => {
      const photo = newPath('jpg')
      await sharp({ create: { width: 40, height: 30, channels: 3, background: 'green' } }).toFile(photo)

      await expect(drawPicture(photo, full)).rejects.toMatchObject({ code: 'DISK_FULL' })
      await expect(drawPrint(photo, full)).rejects.toMatchObject({ code: 'DISK_FULL' })
    })

    test.skipIf(!hasFfmpeg)('of a film', async () => {
      const [tool, film] = [new FfmpegTool(), await testMedia.webmVp8(1)]

      await expect(tool.seekableCopy(film, full, 'webm', work())).rejects.toMatchObject({
        code: 'DISK_FULL',
      })
      await expect(tool.poster(film, full, 0, work())).rejects.toMatchObject({ code: 'DISK_FULL' })
      await expect(tool.sound(film, full, work())).rejects.toMatchObject({ code: 'DISK_FULL' })
    })
  },
)
