/** The level of a voice as strokes of one path: each height centred on `middle`, from `left` on, `step` apart. */
export function levelPath(heights: readonly number[], left: number, step: number, middle: number): string {
  return heights.map((height, index) => `M${left + index * step} ${middle - height / 2}v${height}`).join('')
}
