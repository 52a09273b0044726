import { z } from 'zod'
import { peaks, poster, probe, seekableCopy, sound } from './work.ts'

const request = z.discriminatedUnion('verb', [
  z.object({ verb: z.literal('probe'), input: z.string() }),
  z.object({
    verb: z.literal('seekableCopy'),
    input: z.string(),
    output: z.string(),
    container: z.enum(['webm', 'mp4']),
  }),
  z.object({ verb: z.literal('sound'), input: z.string(), output: z.string() }),
  z.object({ verb: z.literal('poster'), input: z.string(), output: z.string(), atMs: z.number() }),
  z.object({ verb: z.literal('peaks'), input: z.string() }),
])
export type MediabunnyRequest = z.infer<typeof request>

async function answer(asked: MediabunnyRequest): Promise<unknown> {
  switch (asked.verb) {
    case 'probe':
      return probe(asked.input)
    case 'seekableCopy':
      return seekableCopy(asked.input, asked.output, asked.container)
    case 'sound':
      return sound(asked.input, asked.output)
    case 'poster':
      return poster(asked.input, asked.output, asked.atMs)
    case 'peaks':
      return peaks(asked.input)
  }
}

/** Does one piece of work in a process of its own, so that it can be killed, and its memory is bounded and given back. */
async function main(): Promise<void> {
  process.on('disconnect', () => process.exit(1))
  const done = await answer(request.parse(JSON.parse(process.argv[2] ?? 'null')))
  process.send?.({ done: done ?? null }, () => process.exit(0))
}

await main()
