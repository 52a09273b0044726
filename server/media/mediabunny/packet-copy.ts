import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type Input,
  type InputAudioTrack,
  type InputVideoTrack,
  type Output,
} from 'mediabunny'

/** One track that is being copied: the source of its packets, the current packet, and what takes it. */
type Lane = {
  packets: AsyncGenerator<EncodedPacket, void, unknown>
  packet: EncodedPacket | null
  take: (packet: EncodedPacket) => Promise<void>
  end: () => void
}

/**
 * Copies the first picture track and the first sound track packet by packet, in the order of time, so that only one packet per
 * track is ever held in memory. Resolves to false where the output can take neither track.
 */
export async function copyPackets(
  input: Input,
  output: Output,
  countFirst: boolean,
  what: 'everything' | 'sound' = 'everything',
): Promise<boolean> {
  const video = what === 'sound' ? null : await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  const supported = output.format.getSupportedCodecs()
  const lanes: Lane[] = []

  for (const track of [video, audio]) {
    const codec = await track?.getCodec()
    if (!track || !codec || !supported.includes(codec)) continue
    const metadata = countFirst ? { maximumPacketCount: await countPackets(track) } : {}
    lanes.push(
      track.isVideoTrack()
        ? await videoLane(track, output, metadata)
        : await audioLane(track, output, metadata),
    )
  }
  if (lanes.length === 0) return false

  await output.start()
  // A muted microphone leaves a track without a packet. The muxer holds everything back until each open track has begun, and
  // would hold the whole film in memory.
  for (const { packet, end } of lanes) if (packet === null) end()
  await drain(lanes)
  await output.finalize()
  return true
}

type TrackSetup = { maximumPacketCount?: number }

async function videoLane(track: InputVideoTrack, output: Output, setup: TrackSetup): Promise<Lane> {
  const codec = await track.getCodec()
  const decoderConfig = await track.getDecoderConfig()
  if (!codec || !decoderConfig) throw new Error('the picture track does not say how it is coded')

  const source = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(source, { rotation: await track.getRotation(), ...setup })
  return lane(
    track,
    (packet) => source.add(packet, { decoderConfig }),
    () => source.close(),
  )
}

async function audioLane(
  track: InputAudioTrack | InputVideoTrack,
  output: Output,
  setup: TrackSetup,
): Promise<Lane> {
  if (!track.isAudioTrack()) throw new Error('a picture track among the sound')
  const codec = await track.getCodec()
  const decoderConfig = await track.getDecoderConfig()
  if (!codec || !decoderConfig) throw new Error('the sound track does not say how it is coded')

  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source, setup)
  return lane(
    track,
    (packet) => source.add(packet, { decoderConfig }),
    () => source.close(),
  )
}

async function lane(
  track: InputVideoTrack | InputAudioTrack,
  take: Lane['take'],
  end: Lane['end'],
): Promise<Lane> {
  const sink = new EncodedPacketSink(track)
  const first = await sink.getFirstKeyPacket()
  const packets = sink.packets(first ?? undefined)
  return { packets, packet: first ? await nextOf(packets) : null, take, end }
}

/** A cut-off end shows as a packet that cannot be read: the track then consists of the packets before it. */
async function nextOf(packets: Lane['packets']): Promise<EncodedPacket | null> {
  try {
    const { value, done } = await packets.next()
    return done || !value ? null : value
  } catch {
    return null
  }
}

async function drain(lanes: Lane[]): Promise<void> {
  for (;;) {
    const open = lanes.filter((one) => one.packet !== null)
    const next = open.reduce<Lane | null>(earlier, null)
    if (!next?.packet) return

    await next.take(next.packet)
    next.packet = await nextOf(next.packets)
    if (!next.packet) next.end()
  }
}

function earlier(best: Lane | null, one: Lane): Lane {
  return best?.packet && one.packet && best.packet.timestamp <= one.packet.timestamp ? best : one
}

async function countPackets(track: InputVideoTrack | InputAudioTrack): Promise<number> {
  const packets = new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })
  let count = 0
  while (await nextOf(packets)) count += 1
  return count
}
