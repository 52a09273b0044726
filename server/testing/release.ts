import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

const git = ['-C', root, '-c', 'safe.directory=*']

/**
 * Unpacks the source of a release from the Git history, beside the libraries and the built web app of this version. Null where
 * there is no history, as in an unpacked archive or a shallow clone.
 */
export function unpackRelease(commit: string): string | null {
  return unpack(commit, ['server', 'contract', 'package.json'], ['node_modules', 'dist'])
}

/** Whether the history contains the commit. */
export function hasRelease(commit: string): boolean {
  return spawnSync('git', [...git, 'cat-file', '-e', commit]).status === 0
}

/** Unpacks the source of a release and builds its own web app with the libraries of this version. */
export function buildRelease(commit: string): string {
  const source = unpack(
    commit,
    ['server', 'contract', 'web', 'package.json', 'tsconfig.base.json'],
    ['node_modules'],
  )
  if (source === null) throw new Error(`there is no commit ${commit} to unpack`)
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const args = ['build', 'web', '--config', 'web/vite.config.ts', '--outDir', '../dist/web', '--emptyOutDir']
  execFileSync(process.execPath, [vite, ...args], { cwd: source, stdio: ['ignore', 'ignore', 'inherit'] })
  return source
}

function unpack(commit: string, parts: string[], ofThisVersion: string[]): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-release-'))
  const archive = join(folder, 'release.tar')
  const source = join(folder, 'kinora')
  try {
    const how = ['archive', '--format=tar', `--output=${archive}`]
    execFileSync('git', [...git, ...how, commit, ...parts], { stdio: 'ignore' })
    mkdirSync(source)
    execFileSync('tar', ['-xf', archive, '-C', source], { stdio: 'ignore' })
  } catch {
    return null
  }
  for (const name of ofThisVersion) symlinkSync(join(root, name), join(source, name))
  return source
}
