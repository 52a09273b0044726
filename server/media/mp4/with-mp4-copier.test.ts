import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { boxAt, withBytes } from '../../testing/mp4-boxes.ts'
import { makeMp4, recordedMp4 } from '../../testing/mp4-films.ts'
import { packetsByFfprobe } from '../../testing/packets.ts'
import { filmWithoutFfmpeg, hasFfmpeg, newPath } from '../../testing/test-media.ts'
import { MediabunnyTool } from '../mediabunny/mediabunny.ts'
import { WithMp4Copier } from './with-mp4-copier.ts'

const work = (signal = new AbortController().signal) => ({ signal })

/** The real tool, which records what it was asked to copy. */
function toolThatTells() {
  const asked: string[] = []
  const tool = new MediabunnyTool()
  const seekableCopy = tool.seekableCopy.bind(tool)
  tool.seekableCopy = (...request) => {
    asked.push(request[2])
    return seekableCopy(...request)
  }
  return { tool: new WithMp4Copier(tool), asked }
}

async function written(bytes: Buffer, extension = 'mp4'): Promise<string> {
  const path = newPath(extension)
  await writeFile(path, bytes)
  return path
}

it('copies by itself what it understands', async () => {
  const { tool, asked } = toolThatTells()
  const [film, copy] = [await written(await recordedMp4()), newPath('mp4')]

  await tool.seekableCopy(film, copy, 'mp4', work())

  expect(asked).toEqual([])
  expect(await tool.probe(copy, work())).toMatchObject({
    container: 'mp4',
    durationMs: expect.closeTo(4_000, -2),
    video: { codec: 'vp9', width: 320, height: 180 },
    audio: { codec: 'opus' },
  })
})

it('leaves to the tool what it does not understand, and says why', async () => {
  const { tool, asked } = toolThatTells()
  const recording = await recordedMp4()
  const film = await written(withBytes(recording, boxAt(recording, 'moov', 'mvex', 'trex').at + 4, 'leva'))
  const said: unknown[] = []
  const say = (what: unknown) => said.push(what)

  await tool.seekableCopy(film, newPath('mp4'), 'mp4', { ...work(), log: { info: say, warn: say } })

  expect(asked).toEqual(['mp4'])
  expect(said).toEqual([{ reason: 'an unknown box "leva" in mvex' }])
})

it('says how much of a torn film it left off', async () => {
  const { tool } = toolThatTells()
  const film = await written((await recordedMp4()).subarray(0, 30_000))
  const said: unknown[] = []
  const say = (what: unknown) => said.push(what)

  await tool.seekableCopy(film, newPath('mp4'), 'mp4', { ...work(), log: { info: say, warn: say } })

  expect(said).toEqual([{ bytes: expect.any(Number) }])
})

it('leaves WebM, and WebM that becomes MP4, to the tool', async () => {
  const { tool, asked } = toolThatTells()
  const film = await written(await filmWithoutFfmpeg(), 'webm')

  await tool.seekableCopy(film, newPath('webm'), 'webm', work())
  await tool.seekableCopy(film, newPath('mp4'), 'mp4', work())

  expect(asked).toEqual(['webm', 'mp4'])
})

it('ends with its job, without asking the tool', async () => {
  const { tool, asked } = toolThatTells()
  const job = new AbortController()
  const working = tool.seekableCopy(
    await written(await recordedMp4()),
    newPath('mp4'),
    'mp4',
    work(job.signal),
  )
  job.abort()

  await expect(working).rejects.toMatchObject({ code: 'ABORTED' })
  expect(asked).toEqual([])
})

it('ends with a job that ends just when its process begins', async () => {
  const { tool } = toolThatTells()
  const job = new AbortController()
  const copy = newPath('mp4')
  // Aborts at the first await after the signal was checked.
  const signal = new Proxy(job.signal, {
    get: (target, name) => {
      if (name === 'aborted' && !target.aborted) queueMicrotask(() => job.abort())
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

  await expect(
    tool.seekableCopy(await written(await recordedMp4()), copy, 'mp4', work(signal)),
  ).rejects.toMatchObject({ code: 'ABORTED' })

  expect(existsSync(copy)).toBe(false)
})

describe.skipIf(!hasFfmpeg)('of a film as a phone writes it', () => {
  it('leaves off what tells of where and by what it was taken, tracks of text among it', async () => {
    const [film, words] = [
      newPath('mp4'),
      await written(Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nAt our house\n'), 'srt'),
    ]
    const told = [
      '-movflags',
      'use_metadata_tags',
      '-metadata',
      'location=+48.2082+016.3738/',
      '-metadata',
      'comment=Secret camera',
    ]
    const track = [
      '-metadata:s:v:0',
      'handler_name=Secret maker',
      '-metadata',
      'creation_time=2019-07-21T00:00:00Z',
    ]
    const plain = await makeMp4('the movie at the end')
    const inputs = ['-i', plain, '-i', words, '-map', '0', '-map', '1', '-c', 'copy', '-c:s', 'mov_text']
    await promisify(execFile)('ffmpeg', ['-v', 'error', ...inputs, ...told, ...track, film])
    const secrets = ['Secret maker', '+48.2082+016.3738', 'Secret camera', 'At our house']
    const before = await readFile(film)
    for (const secret of secrets) expect(before.includes(secret), secret).toBe(true)
    const { tool, asked } = toolThatTells()
    const copy = newPath('mp4')

    await tool.seekableCopy(film, copy, 'mp4', work())

    expect(asked).toEqual([])
    const bytes = await readFile(copy)
    for (const secret of secrets) expect(bytes.includes(secret), secret).toBe(false)
    const header = boxAt(bytes, 'moov', 'mvhd').dataAt
    expect(bytes.readBigUInt64BE(header + 4)).toBe(0n)
    expect(await packetsByFfprobe(copy)).toMatchObject({
      video: (await packetsByFfprobe(plain)).video.map(({ pts, hash }) => ({ pts, hash })),
    })
  })
})
