import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { canWatch, watchProcessesBelow } from '../testing/hostile/processes-below.ts'
import { hasFfmpeg, newPath } from '../testing/test-media.ts'
import { FfmpegTool } from './ffmpeg.ts'
import { MediaError, type MediaTool } from './media-tool.ts'
import { MediabunnyTool } from './mediabunny/mediabunny.ts'
import { WithMp4Copier } from './mp4/with-mp4-copier.ts'

/*
 * Films that were spoilt on purpose or on the way, through everything that is done with a film. KINORA_FILMS says how
 * many a tool and a container; fast-check tells the seed of a run that failed.
 */
const FILMS = process.env.KINORA_FILMS
const PROCESSOR_MS_MAX = 5_000
const BYTES_MAX = 200e6
/** Of one step on a busy machine: no measure, the end of a step that waits for ever. */
const CEILING_MS = 100_000

const folder = join(import.meta.dirname, '../testing/films')
const films = {
  webm: await readFile(join(folder, 'three-seconds.webm')),
  mp4: await readFile(join(folder, 'four-seconds.mp4')),
}
type Container = keyof typeof films

/** A place in a film, as a part of its length. */
const share = (max: number) => fc.double({ min: 0, max, noNaN: true })

/** Bytes turned, mostly among the first that say what follows; a stretch doubled or left out; an end cut off. */
const damage = fc.record({
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
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never

function spoil(film: Buffer, { flips, keep, moved }: Damage): Buffer {
  const at = (part: number) => Math.floor(part * (film.length - 1))
  let spoilt = Buffer.from(film)
  for (const flip of flips) spoilt[at(flip.at)] = flip.to
  if (moved) spoilt = Buffer.concat([spoilt.subarray(0, at(moved.from)), spoilt.subarray(at(moved.to))])
  return spoilt.subarray(0, Math.ceil(spoilt.length * keep))
}

/** Every step that a film goes through, each on its own: one that fails keeps no other from being tried. */
const steps: Record<
  string,
  (tool: MediaTool, film: string, output: string, of: Container) => Promise<unknown>
> = {
  probe: (tool, film) => tool.probe(film, within()),
  seekableCopy: (tool, film, output, container) => tool.seekableCopy(film, output, container, within()),
  poster: (tool, film, output) => tool.poster(film, output, 1_000, within()),
  sound: (tool, film, output) => tool.sound(film, output, within()),
  peaks: (tool, film) => tool.peaks(film, within()),
}
const within = () => ({ signal: AbortSignal.timeout(CEILING_MS) })

const tools: [MediaTool, number][] = [
  ...(hasFfmpeg ? [[new FfmpegTool(), 3] satisfies [MediaTool, number]] : []),
  // A process of Node for each step takes its time.
  [new MediabunnyTool(), 1],
]

// As long as it takes, where somebody asks for more than CI does.
if (FILMS !== undefined) vi.setConfig({ testTimeout: 24 * 3_600_000 })

describe.skipIf(!canWatch).each(tools)('%o', (tool, few) => {
  test.each(['webm', 'mp4'] as const)(
    `${tool.name}: a spoilt %s ends soon, in little memory, and as one that says why`,
    async (container) => {
      const whole = new WithMp4Copier(tool)
      const property = fc.asyncProperty(damage, async (how) => {
        const [film, output] = [newPath(container), newPath(container)]
        await writeFile(film, spoil(films[container], how))
        for (const [step, take] of Object.entries(steps)) {
          const { result, peak } = await watchProcessesBelow(() =>
            take(whole, film, output, container).then(
              () => null,
              (error: unknown) => error,
            ),
          )
          if (result !== null) expect(result, step).toBeInstanceOf(MediaError)
          expect(result, step).not.toMatchObject({ code: 'ABORTED' })
          expect(peak.processorMs, step).toBeLessThan(PROCESSOR_MS_MAX)
          expect(peak.bytes, step).toBeLessThan(BYTES_MAX)
        }
        await Promise.all([rm(film), rm(output, { force: true })])
      })
      await fc.assert(
        property,
        FILMS === undefined ? { numRuns: few, seed: 1_943 } : { numRuns: Number(FILMS) },
      )
    },
  )
})
