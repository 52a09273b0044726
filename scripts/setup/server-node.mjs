import { join } from 'node:path'
import { cache } from './places.mjs'

/**
 * The flags of the server's Node. The space for new objects is limited to 16 MB, where this V8 grows it to 32 MB under load and
 * then keeps it (docs/decisions/051). An operator's own `NODE_OPTIONS` win.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {string[]}
 */
export function serverFlags({ NODE_OPTIONS = '' }) {
  return /--max[-_]semi[-_]space[-_]size/.test(NODE_OPTIONS) ? [] : ['--max-semi-space-size=16']
}

/** The cache of sources whose types have been stripped: the next start takes a second less, and 20 MB less memory. */
export const compileCache = join(cache, 'node')
