import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** The exact Node that Kinora runs on, brought by npm as a dependency. */
export const pinnedNode = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/** What our runs leave behind and may be deleted at any time. */
export const cache = join(root, '.cache')

/** Debian packages that tests use without installing them. */
export const unpackedPackages = join(cache, 'packages')
export const unpackedNginx = join(unpackedPackages, 'usr', 'sbin', 'nginx')
