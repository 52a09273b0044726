/**
 * A VP8 key frame is the payload of a lossy WebP picture (RFC 9649, 2.5), so that one recorded with VP8 becomes a still
 * without a video decoder: put the frame into the RIFF container and any image library reads it.
 */
export function webpOfVp8KeyFrame(frame: Uint8Array): Buffer {
  const padding = frame.length % 2
  const header = Buffer.alloc(20)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(4 + 8 + frame.length + padding, 4)
  header.write('WEBPVP8 ', 8, 'latin1')
  header.writeUInt32LE(frame.length, 16)
  return Buffer.concat([header, frame, Buffer.alloc(padding)])
}
