import fc from 'fast-check'

/** A place in a file, as a fraction of its length. */
const share = (max: number) => fc.double({ min: 0, max, noNaN: true })

/** Changed bytes, mostly near the beginning, where headers are; a duplicated or missing stretch; a truncated end. */
export const damage = fc.record({
  flips: fc.array(
    fc.record({
      at: fc.oneof({ weight: 3, arbitrary: share(0.03) }, { weight: 1, arbitrary: share(1) }),
      to: fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 0x7f, 0xff)),
    }),
    { maxLength: 12 },
  ),
  keep: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: share(1) }),
  moved: fc.option(fc.record({ from: share(0.1), to: share(0.1) })),
})
export type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never

/** A copy of a file with that damage. */
export function spoil(file: Buffer, { flips, keep, moved }: Damage): Buffer {
  const at = (part: number) => Math.floor(part * (file.length - 1))
  let spoilt = Buffer.from(file)
  for (const flip of flips) spoilt[at(flip.at)] = flip.to
  if (moved) spoilt = Buffer.concat([spoilt.subarray(0, at(moved.from)), spoilt.subarray(at(moved.to))])
  return spoilt.subarray(0, Math.ceil(spoilt.length * keep))
}
