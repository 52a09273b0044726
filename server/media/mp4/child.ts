import { copyMp4 } from './copy-mp4.ts'

/**
 * Makes one copy, from the first path to the second, in a process of its own, so that a hostile file can break no more than that
 * process.
 */
async function main([input, output]: string[]): Promise<void> {
  if (!input || !output) throw new Error('two paths are needed')

  process.on('disconnect', () => process.exit(1))
  const outcome = await copyMp4(input, output)
  process.send?.(outcome, () => process.exit(0))
}

await main(process.argv.slice(2))
