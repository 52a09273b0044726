import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { hasFfmpeg, newPath, testMedia } from '../testing/test-media.ts'
import { FILE_HEAD_BYTES, fileKindOf } from './file-kind.ts'

const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })

async function encoded(extension: string, options: string[] = []): Promise<Buffer> {
  const path = newPath(extension)
  const tone = ['-f', 'lavfi', '-i', 'sine=duration=0.2']
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...tone, ...options, path])
  return readFile(path)
}

describe('telling a file by its bytes', () => {
  it.each([
    ['jpeg', 'image/jpeg'],
    ['png', 'image/png'],
    ['webp', 'image/webp'],
    ['gif', 'image/gif'],
    ['avif', 'image/avif'],
    ['tiff', 'image/tiff'],
  ] as const)('knows a %s picture', async (format, mimeType) => {
    const bytes = await picture.clone().toFormat(format).toBuffer()

    expect(await fileKindOf(bytes)).toMatchObject({ kind: 'image', mimeType })
  })

  it.each([
    ['a burst of an iPhone', '\0\0\0\u0018ftyphevc\0\0\0\0hevcheic', 'image/heic', 'heic'],
    ['a burst in HEIF', '\0\0\0\u0018ftypmsf1\0\0\0\0msf1hevc', 'image/heif', 'heic'],
  ])('keeps %s as the picture that it is', async (_, text, mimeType, extension) => {
    const head = Buffer.from(text.padEnd(64, '\0'), 'latin1')

    expect(await fileKindOf(head)).toEqual({ kind: 'image', mimeType, extension })
  })

  it.skipIf(!hasFfmpeg)('keeps an animated PNG as a PNG', async () => {
    const path = newPath('png')
    const moving = ['-f', 'lavfi', '-i', 'testsrc=duration=0.2:size=16x16:rate=10', '-f', 'apng']
    await promisify(execFile)('ffmpeg', ['-v', 'error', ...moving, path])

    expect(await fileKindOf(await readFile(path))).toMatchObject({ kind: 'image', mimeType: 'image/png' })
  })

  it('knows a PDF', async () => {
    expect(await fileKindOf(Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj'))).toMatchObject({
      kind: 'document',
      mimeType: 'application/pdf',
    })
  })

  it.skipIf(!hasFfmpeg)('knows recordings and films', async () => {
    const head = async (path: string) => (await readFile(path)).subarray(0, FILE_HEAD_BYTES)

    expect(await fileKindOf(await head(await testMedia.webmVp8(1)))).toMatchObject({
      kind: 'video',
      mimeType: 'video/webm',
    })
    expect(await fileKindOf(await head(await testMedia.fragmentedMp4(1)))).toMatchObject({
      kind: 'video',
      mimeType: 'video/mp4',
    })
  })

  it.skipIf(!hasFfmpeg).each([
    ['mp3', 'audio/mpeg'],
    ['wav', 'audio/wav'],
    ['flac', 'audio/flac'],
    ['m4a', 'audio/x-m4a'],
    ['ogg', 'audio/ogg'],
  ])('knows %s sound', async (extension, mimeType) => {
    expect(await fileKindOf(await encoded(extension))).toMatchObject({ kind: 'audio', mimeType })
  })

  it.skipIf(!hasFfmpeg)('knows a WAV in the form of long recordings (RF64)', async () => {
    const long = await encoded('wav', ['-rf64', 'always'])

    expect(await fileKindOf(long)).toEqual({ kind: 'audio', mimeType: 'audio/wav', extension: 'wav' })
  })

  it.each([
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['SVG with a prologue', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['plain text', 'Dear diary'],
    ['a program', '#!/bin/sh\nrm -rf /'],
    ['an ELF program', '\u007fELF\u0002\u0001\u0001'],
    ['a zip archive', 'PK\u0003\u0004\u0014\u0000\u0000\u0000'],
    ['nothing', ''],
  ])('refuses %s', async (_name, text) => {
    expect(await fileKindOf(Buffer.from(text, 'latin1'))).toBeNull()
  })
})
