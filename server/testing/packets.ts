import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny'

/** One packet as a reader of the file sees it; times in seconds. */
export type Packet = {
  pts: number
  dts: number
  duration: number | null
  isKey: boolean
  hash: string
  /** Its offset in the file, and its length in bytes. */
  at: number
  size: number
}
export type Packets = Record<'video' | 'audio', Packet[]>

type Probed = {
  codec_type: string
  pts_time?: string
  dts_time?: string
  duration_time?: string
  flags: string
  data_hash: string
  pos: string
  size: string
}

/** Every packet of a film, as ffprobe reads it. */
export async function packetsByFfprobe(path: string): Promise<Packets> {
  const args = ['-v', 'error', '-show_packets', '-show_data_hash', 'md5', '-of', 'json', path]
  const { stdout } = await promisify(execFile)('ffprobe', args, { maxBuffer: 100_000_000 })
  const { packets }: { packets: Probed[] } = JSON.parse(stdout)
  const of = (type: string) => packets.filter((one) => one.codec_type === type).map(readPacket)
  return { video: of('video'), audio: of('audio') }
}

function readPacket(one: Probed): Packet {
  return {
    pts: Number(one.pts_time),
    dts: Number(one.dts_time),
    duration: one.duration_time === undefined ? null : Number(one.duration_time),
    isKey: one.flags.startsWith('K'),
    hash: one.data_hash,
    at: Number(one.pos),
    size: Number(one.size),
  }
}

/** The packets as mediabunny reads them, one line each; it needs no external program, and reports no decoding time. */
export async function packetsByMediabunny(path: string): Promise<string[]> {
  using input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) })
  const lines: string[] = []
  for (const track of await input.getTracks()) {
    if (!track.isVideoTrack() && !track.isAudioTrack()) continue
    for await (const packet of new EncodedPacketSink(track).packets()) {
      const hash = createHash('md5').update(packet.data).digest('hex')
      lines.push(`${track.type} ${packet.type} ${packet.timestamp.toFixed(4)} ${hash}`)
    }
  }
  return lines
}
