import { execFileSync } from 'node:child_process'

/** A part of a recording, in seconds. */
export type Stretch = { from: number; to: number }

/** The loudest sample of a stretch, 0 to 1. */
export function loudest(path: string, { from, to }: Stretch): number {
  const bytes = decode(path, ['-af', `atrim=${from}:${to}`, '-ac', '1', '-f', 's16le'])
  let most = 0
  for (let at = 0; at + 1 < bytes.length; at += 2) most = Math.max(most, Math.abs(bytes.readInt16LE(at)))
  return most / 32_768
}

/** The brightest colour in any picture of a stretch, 0 (all black) to 255. */
export function brightest(path: string, { from, to }: Stretch): number {
  const bytes = decode(path, ['-vf', `trim=${from}:${to},scale=64:36,format=rgb24`, '-f', 'rawvideo'])
  if (bytes.length === 0) throw new Error(`no picture from ${from} to ${to} s`)
  return bytes.reduce((most, colour) => Math.max(most, colour), 0)
}

/** Width and height of the picture. */
export function pictureSize(path: string): string {
  const size = ['-select_streams', 'v', '-show_entries', 'stream=width,height', '-of', 'csv=p=0:s=x']
  return execFileSync('ffprobe', ['-v', 'fatal', ...size, path])
    .toString()
    .trim()
}

function decode(path: string, how: string[]): Buffer {
  const all = ['-v', 'fatal', '-i', path, '-fps_mode', 'passthrough', ...how, '-']
  return execFileSync('ffmpeg', all, { maxBuffer: 64 * 1024 * 1024 })
}
