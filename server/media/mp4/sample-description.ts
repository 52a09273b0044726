import { childrenOf, insistKnown, versioned } from './boxes.ts'
import { insist } from './declined.ts'
import { Fields } from './fields.ts'

export type Handler = 'vide' | 'soun'

/** Codings that recorders and phones write and browsers play. Encrypted samples (encv, enca) are not among them. */
const CODINGS: Record<Handler, ReadonlySet<string>> = {
  vide: new Set(['avc1', 'avc3', 'hvc1', 'hev1', 'vp08', 'vp09', 'av01']),
  soun: new Set(['mp4a', 'Opus', 'fLaC', 'ac-3', 'ec-3']),
}
const INSIDE: Record<Handler, ReadonlySet<string>> = {
  vide: new Set(
    ['avcC', 'hvcC', 'vpcC', 'av1C', 'btrt', 'pasp', 'colr', 'clap', 'fiel', 'mdcv', 'clli'].concat([
      'SmDm',
      'CoLL',
      'dvcC',
      'dvvC',
      'amve',
    ]),
  ),
  soun: new Set(['esds', 'dOps', 'dfLa', 'dac3', 'dec3', 'btrt', 'chnl', 'srat']),
}
/** The fixed fields of VisualSampleEntry (12.1.3) and AudioSampleEntry (12.2.3). */
const FIXED: Record<Handler, number> = { vide: 78, soun: 28 }
const COMPRESSOR_NAME = { at: 42, length: 32 }

/**
 * Reads the body of an stsd (8.5.2) that has exactly one sample entry of a known kind. It is kept byte for byte, except for the
 * name of the compressor, in which cameras write their own name.
 */
export function readSampleDescription(body: Buffer, handler: Handler): Buffer {
  const { version, flags, fields } = versioned(body)
  insist(version === 0 && flags === 0, 'an unknown kind of stsd')
  insist(fields.u32() === 1, 'other than one sample description')
  const [entry, second] = childrenOf(fields.rest())
  insist(entry !== undefined && !second, 'other than one sample description')
  insist(CODINGS[handler].has(entry.type), `samples of type ${JSON.stringify(entry.type)}`)

  const inside = new Fields(entry.body)
  const fixed = inside.take(FIXED[handler])
  insist(fixed.readUInt16BE(6) === 1, 'samples in another file')
  insist(fixed.readUInt16BE(8) === 0, 'a sample description of QuickTime')
  insistKnown(childrenOf(inside.rest()), INSIDE[handler], 'a sample description')

  return handler === 'vide' ? withoutCompressorName(body, entry.body) : body
}

function withoutCompressorName(body: Buffer, entry: Buffer): Buffer {
  const at = body.length - entry.length + COMPRESSOR_NAME.at
  return Buffer.from(body).fill(0, at, at + COMPRESSOR_NAME.length)
}
