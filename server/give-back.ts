import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Runs one full garbage collection after the start, of the kind that V8 runs when memory is short: no other kind shrinks the space
 * for new objects again, or makes V8 collect early under the first load (docs/decisions/051). Blocks the process for a tenth of a
 * second.
 */
export function giveBackWhatTheStartTook(): void {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
