import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects what a start leaves behind, once, as V8 does when memory is short: only then does it give back the room that it
 * took for new objects, and look for garbage early when the first crowd comes (docs/decisions/051). Holds the process up for
 * a tenth of a second.
 */
export function giveBackWhatTheStartTook(): void {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
