import LibAV from '@libav.js/variant-webm-vp9'
import {
  type AudioCodec,
  AudioSample,
  CustomAudioDecoder,
  CustomVideoDecoder,
  type EncodedPacket,
  registerDecoder,
  type VideoCodec,
  VideoSample,
} from 'mediabunny'

/**
 * The codecs that browsers use when they record WebM. AAC and H.264 are left out, because their patents forbid distributing
 * decoders for them.
 */
const soundDecoders: Partial<Record<AudioCodec, string>> = { opus: 'libopus' }
const pictureDecoders: Partial<Record<VideoCodec, string>> = { vp8: 'libvpx', vp9: 'libvpx-vp9' }

/** Registers decoders with mediabunny, which itself decodes only in browsers: libav, compiled to WebAssembly. */
export function registerDecoders(): void {
  registerDecoder(SoundDecoder)
  registerDecoder(PictureDecoder)
}

/** Thrown for a decoded picture that is not 4:2:0 with eight bits, which is all that browsers record. */
export class OtherPicture extends Error {}

/** A frame of libav.js, which its own types do not describe. */
type Frame = {
  data: Uint8Array | Float32Array
  format: number
  sample_rate: number
  channels: number
  width: number
  height: number
}

class SoundDecoder extends CustomAudioDecoder {
  #libav: Decoder | null = null

  static override supports(codec: AudioCodec, { numberOfChannels }: AudioDecoderConfig): boolean {
    // Which channel is which, where there are more than two, is in a header that does not reach this decoder.
    return codec in soundDecoders && numberOfChannels <= 2
  }

  async init(): Promise<void> {
    this.#libav = await Decoder.open(soundDecoders[this.codec] ?? '')
  }

  async decode(packet: EncodedPacket): Promise<void> {
    for (const frame of (await this.#libav?.decode(packet, 'default')) ?? []) {
      this.onSample(
        new AudioSample({
          data: frame.data,
          format: 'f32',
          sampleRate: frame.sample_rate,
          numberOfChannels: frame.channels,
          timestamp: packet.timestamp,
        }),
      )
    }
  }

  flush(): void {}

  close(): Promise<void> | undefined {
    return this.#libav?.close()
  }
}

class PictureDecoder extends CustomVideoDecoder {
  #libav: Decoder | null = null

  static override supports(codec: VideoCodec): boolean {
    return codec in pictureDecoders
  }

  async init(): Promise<void> {
    this.#libav = await Decoder.open(pictureDecoders[this.codec] ?? '')
  }

  async decode(packet: EncodedPacket): Promise<void> {
    for (const { data, format, width, height } of (await this.#libav?.decode(packet, 'video_packed')) ?? []) {
      if (format !== this.#libav?.planar420) throw new OtherPicture()
      const { timestamp, duration } = packet
      const shape = { format: 'I420', codedWidth: width, codedHeight: height } as const
      this.onSample(new VideoSample(data, { ...shape, timestamp, duration }))
    }
  }

  flush(): void {}

  close(): Promise<void> | undefined {
    return this.#libav?.close()
  }
}

type Opened = Awaited<ReturnType<typeof LibAV.LibAV>>

/** One decoder of libav.js: a packet goes in, its frames come out. A broken packet has no frames. */
class Decoder {
  readonly planar420: number
  readonly #libav: Opened
  readonly #context: number
  readonly #packet: number
  readonly #frame: number

  static async open(name: string): Promise<Decoder> {
    // One thread is enough, because this runs in a process of its own already.
    const libav = await LibAV.LibAV({ noworker: true })
    return new Decoder(libav, await libav.ff_init_decoder(name))
  }

  private constructor(libav: Opened, [, context, packet, frame]: readonly number[]) {
    if (context === undefined || packet === undefined || frame === undefined) throw new Error('no decoder')
    this.#libav = libav
    this.#context = context
    this.#packet = packet
    this.#frame = frame
    this.planar420 = libav.AV_PIX_FMT_YUV420P
  }

  async decode({ data }: EncodedPacket, copyoutFrame: 'default' | 'video_packed'): Promise<Frame[]> {
    const given = [{ data, pts: 0, dts: 0 }]
    const how = { ignoreErrors: true, copyoutFrame }
    return (await this.#libav.ff_decode_multi(
      this.#context,
      this.#packet,
      this.#frame,
      given,
      how,
    )) as Frame[]
  }

  close(): Promise<void> {
    return this.#libav.ff_free_decoder(this.#context, this.#packet, this.#frame)
  }
}
