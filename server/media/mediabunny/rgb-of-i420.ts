/**
 * Converts a picture in 4:2:0 planes, as video codecs deliver it, into interleaved RGB, by ITU-R BT.601 with limited range.
 *
 * @param planes luma (width x height), then both chroma planes of half the width and height, rounded up
 */
export function rgbOfI420(planes: Uint8Array, width: number, height: number): Uint8Array {
  const chromaWidth = Math.ceil(width / 2)
  const blueAt = width * height
  const redAt = blueAt + chromaWidth * Math.ceil(height / 2)
  // A clamped array rounds values and limits them to 0 to 255 by itself.
  const rgb = new Uint8ClampedArray(width * height * 3)

  for (let y = 0, to = 0; y < height; y += 1) {
    const chromaRow = (y >> 1) * chromaWidth
    for (let x = 0; x < width; x += 1, to += 3) {
      const chroma = chromaRow + (x >> 1)
      const luma = 1.164 * ((planes[y * width + x] ?? 0) - 16)
      const blue = (planes[blueAt + chroma] ?? 0) - 128
      const red = (planes[redAt + chroma] ?? 0) - 128
      rgb[to] = luma + 1.596 * red
      rgb[to + 1] = luma - 0.392 * blue - 0.813 * red
      rgb[to + 2] = luma + 2.017 * blue
    }
  }
  return new Uint8Array(rgb.buffer)
}
