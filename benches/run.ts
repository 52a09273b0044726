import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench, Finding } from './bench.ts'

/** `npm run bench` runs every benches/<name>.bench.ts; `npm run bench -- upload` the named ones, `-- --long` at length. */
const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
const isLong = process.argv.includes('--long')
const named = process.argv.slice(2).filter((arg) => arg !== '--long')
const unknown = named.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no bench named ${unknown.join(', ')}. There are: ${known.join(', ')}`)
  process.exit(1)
}

for (const name of named.length > 0 ? named : known) {
  const { bench }: { bench: Bench } = await import(join(import.meta.dirname, `${name}.bench.ts`))
  console.log(`\n${name}: ${bench.title}`)
  for (const finding of await bench.run({ isLong })) console.log(lineOf(finding))
}
process.exit(0)

function lineOf({ what, ours, peer, ratio, goal, met }: Finding): string {
  const shown = ratio === null ? '' : `ratio ${ratio.toFixed(2)}`
  const verdict = met === null ? '' : ` -> ${met ? 'met' : 'MISSED'}`
  return `  ${what.padEnd(44)} ours ${ours.padEnd(11)} peer ${peer.padEnd(11)} ${shown.padEnd(11)} ${goal}${verdict}`
}
