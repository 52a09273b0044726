import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench, Finding } from './bench.ts'
import { brokenOff, tableOf, type Verdict, verdictsOf } from './verdicts.ts'

/**
 * `npm run bench` runs every benches/<name>.bench.ts; `npm run bench -- upload` runs the named ones, `-- --long` takes longer
 * measurements, and `-- --short` checks only the bounds that other load on the machine does not affect, as a test does. Exits with
 * 1 if a bound was missed.
 */
const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
const asked = process.argv.slice(2)
const isLong = asked.includes('--long')
const isShort = asked.includes('--short')
const named = asked.filter((arg) => arg !== '--long' && arg !== '--short')
const unknown = named.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no bench named ${unknown.join(', ')}. There are: ${known.join(', ')}`)
  process.exit(1)
}

const verdicts: Verdict[] = []
for (const name of named.length > 0 ? named : known) {
  const { bench }: { bench: Bench } = await import(join(import.meta.dirname, `${name}.bench.ts`))
  const measure = isShort ? bench.short : () => bench.run({ isLong })
  if (measure === undefined) {
    // A bench named explicitly must not pass by measuring nothing.
    if (named.includes(name)) verdicts.push(brokenOff(name, new Error('it has no short form')))
    continue
  }
  console.log(`\n${name}: ${bench.title}`)
  try {
    const findings = await measure()
    for (const finding of findings) console.log(lineOf(finding))
    verdicts.push(...verdictsOf(name, findings))
  } catch (error) {
    // The other benches still run.
    console.error(error)
    verdicts.push(brokenOff(name, error))
  }
}
console.log(`\n${tableOf(verdicts)}`)
process.exit(verdicts.every(({ isHeld }) => isHeld) ? 0 : 1)

function lineOf({ what, ours, peer, ratio, goal, met }: Finding): string {
  const shown = ratio === null ? '' : `ratio ${ratio.toFixed(2)}`
  const verdict = met === null ? '' : ` -> ${met ? 'met' : 'MISSED'}`
  return `  ${what.padEnd(44)} ours ${ours.padEnd(11)} peer ${peer.padEnd(11)} ${shown.padEnd(11)} ${goal}${verdict}`
}
