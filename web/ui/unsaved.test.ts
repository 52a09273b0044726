import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '..')
const sources = globSync('**/*.tsx', { cwd: web }).map((path) => ({
  path,
  text: readFileSync(join(web, path), 'utf8'),
}))
const uses = (text: string, ...names: string[]) => names.some((name) => text.includes(name))

/** Dialogs whose input is nobody's work: it only proves who somebody is, or is saved as it is typed. */
const withoutQuestion = [
  'features/archive/delete-account-section.tsx',
  'features/sharing/share-story-dialog.tsx',
]

test('every dialog that is typed in says what closing it would lose', () => {
  const typedIn = sources.filter(
    ({ text }) =>
      uses(text, '<Dialog\n', '<Dialog ', '<DialogActions>') &&
      uses(text, '<Input', '<Textarea', '<PasswordField', '<LineFields'),
  )
  expect(typedIn.length).toBeGreaterThan(10)
  const silent = typedIn.filter(({ text }) => !uses(text, 'useUnsaved(', 'useOneField('))
  expect(silent.map(({ path }) => path).sort()).toEqual(withoutQuestion)
})

test('the Cancel of a dialog is the one that asks', () => {
  const own = sources.filter(
    ({ text }) => text.includes('<DialogActions>') && />\s*Cancel\s*<\/Button>/.test(text),
  )
  expect(own.map(({ path }) => path)).toEqual([])
})
