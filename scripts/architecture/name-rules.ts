import { posix } from 'node:path'
import type { Rule } from './rule.ts'

const sayNothing = new Set(['utils', 'util', 'shared', 'common', 'misc', 'general', 'helpers', 'helper'])
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/
const migration = /^(\d{4})_[a-z0-9]+(_[a-z0-9]+)*\.sql$/

const foldersSaySomething: Rule = {
  title: 'no folder has a name that says nothing',
  complaints: ({ folders }) => folders.filter((folder) => sayNothing.has(posix.basename(folder))),
}

const kebabCase: Rule = {
  title: 'files and folders are named in kebab-case',
  complaints: ({ files, folders }) => {
    const paths = [...folders, ...files.map((file) => file.path).filter((path) => !path.endsWith('.sql'))]
    return paths.filter((path) => !kebab.test(posix.basename(path)))
  },
}

const migrationsAreNumbered: Rule = {
  title: 'migrations are numbered from 0001 without gaps, so that everybody’s database took the same way',
  complaints: ({ files, folders }) =>
    folders
      .filter((folder) => posix.basename(folder) === 'migrations')
      .flatMap((folder) => {
        const inside = files
          .map((file) => file.path)
          .filter((path) => posix.dirname(path) === folder && !path.endsWith('.test.ts'))
        return inside.sort().filter((path, index) => numberOf(path) !== index + 1)
      }),
}

function numberOf(path: string): number {
  return Number(migration.exec(posix.basename(path))?.[1] ?? Number.NaN)
}

export const nameRules: Rule[] = [foldersSaySomething, kebabCase, migrationsAreNumbered]
