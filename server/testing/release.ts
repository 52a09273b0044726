import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/**
 * The source of a release out of the history, beside the libraries and the built web app of this version. null where there is no
 * history, as in an unpacked archive or a shallow clone.
 */
export function unpackRelease(commit: string): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-release-'))
  const archive = join(folder, 'release.tar')
  const source = join(folder, 'kinora')
  try {
    const git = ['-C', root, '-c', 'safe.directory=*', 'archive', '--format=tar', `--output=${archive}`]
    execFileSync('git', [...git, commit, 'server', 'contract', 'package.json'], { stdio: 'ignore' })
    mkdirSync(source)
    execFileSync('tar', ['-xf', archive, '-C', source], { stdio: 'ignore' })
  } catch {
    return null
  }
  for (const name of ['node_modules', 'dist']) symlinkSync(join(root, name), join(source, name))
  return source
}
