import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { rules } from './rules.ts'
import { readSourceTree, type SourceTree } from './source-tree.ts'

type Files = Record<string, string>

/** A small source tree that keeps every rule, including cases that come close to breaking one. */
const soundHouse: Files = {
  'contract/index.ts': `export { stories } from './stories.ts'`,
  'contract/stories.ts': `export const stories = 1`,
  'server/main.ts': `import { stories } from './features/stories/stories.ts'`,
  'server/env.ts': `export const port = process.env.PORT`,
  'server/db/pool.ts': `import pg from 'pg' // never process.env`,
  'server/db/migrations/0001_people.sql': '',
  'server/db/migrations/0002_stories.sql': '',
  'server/db/pool.test.ts': `import '../testing/family.ts'`,
  'server/testing/family.ts': `import { stories } from '../features/stories/stories.ts'`,
  'server/features/stories/stories.ts': `import { media } from '../media/media.ts'`,
  'server/features/media/media.ts': `import '#contract/index.ts'\nexport const media = 1\nexport { sign } from './sign.ts'`,
  'server/features/media/sign.ts': `export const sign = 1`,
  'web/main.tsx': `import { StoriesPage } from './pages/stories-page.tsx'`,
  'web/pages/stories-page.tsx': `import '../features/stories/list.tsx'\nimport '../features/uploads/list.tsx'`,
  'web/features/stories/list.tsx': `import { useState } from 'react'\nimport '../../ui/button.tsx'`,
  'web/features/uploads/list.tsx': `import '../../recorder/spool.ts'`,
  'web/recorder/spool.ts': `import { v7 } from 'uuid'`,
  'web/ui/button.tsx': `export const Button = () => null`,
  'vitest.config.ts': `export default {}`,
}

const broken: Record<string, Files> = {
  'the web imports nothing of the server': { 'web/lib/env.ts': `import '../../server/env.ts'` },
  'the server imports nothing of the web': { 'server/page.ts': `await import('../web/main.tsx')` },
  'the contract imports nothing of ours': {
    'contract/rows.ts': `import type { Row } from '../server/db/rows.ts'`,
  },
  'infrastructure never imports a feature; only the files directly in server/ join the two': {
    'server/jobs/worker.ts': `export type Media = import('../features/media/media.ts').Media`,
  },
  'a server feature imports another only through its main file': {
    'server/features/stories/page.ts': `import { sign } from '../media/sign.ts'`,
  },
  'what tests are made of stays with the tests': { 'server/app.ts': `import './testing/family.ts'` },
  'web features never import each other: pages join them': {
    'web/features/uploads/done.tsx': `export { StoriesList } from '../stories/list.tsx'\nconst a = 1`,
  },
  'web features know no page, and neither the router’s table nor the shell': {
    'web/features/uploads/link.tsx': `import { routes } from '../../routes.tsx'`,
  },
  'the design system and web/lib know no feature, page or shell': {
    'web/ui/story-card.tsx': `import '../features/stories/list.tsx'`,
  },
  'the recorder knows no React and no screen': { 'web/recorder/hook.ts': `import { useState } from 'react'` },
  'the auth service knows no feature': { 'server/auth/erase.ts': `import '../features/stories/stories.ts'` },
  'imports never run in a circle': {
    'server/a.ts': `import { b } from './b.ts'`,
    'server/b.ts': `import { c } from './c.ts'`,
    'server/c.ts': `import type { A } from './a.ts'`,
  },
  'no folder has a name that says nothing': { 'web/ui/utils/dates.ts': '' },
  'files and folders are named in kebab-case': { 'web/ui/DialogBox.tsx': '' },
  'migrations are numbered from 0001 without gaps, so that everybody’s database took the same way': {
    'server/db/migrations/0004_media.sql': '',
  },
  'no file is longer than 400 lines (tests 600)': { 'server/long.ts': '// a line\n'.repeat(401) },
  'exports have names; only the tools’ configuration files export a default': {
    'web/ui/card.tsx': `export default function Card() { return null }`,
  },
  'no file only passes on others; the one index is contract/index.ts': {
    'web/ui/everything.ts': `export * from './button.tsx'`,
  },
  'in the server only env.ts reads process.env': {
    'server/http/address.ts': `const address = process.env.HOST`,
  },
  'in the web only lib/clock.ts asks the device what time it is': {
    'web/ui/today.tsx': `export const today = () => new Date()`,
  },
  'in the web only lib/device-memory.ts asks for the browser’s storage': {
    'web/ui/seen.tsx': `export const seen = () => window.localStorage.getItem('seen')`,
  },
  'no test is focused, skipped or left for later': {
    'web/ui/button.test.tsx': `test.concurrent.only('is a button', () => {})`,
  },
  'no test replaces a module; what it needs is handed over': {
    'web/ui/button.test.tsx': `vi.mock('../lib/rpc.ts', () => ({ client: {} }))`,
  },
}

it('leaves a sound house alone', () => {
  const tree = build(soundHouse)
  expect(rules.flatMap((rule) => rule.complaints(tree))).toEqual([])
})

it.each(rules)('sees it broken: $title', ({ title, complaints }) => {
  const tree = build({ ...soundHouse, ...broken[title] })
  expect(complaints(tree)).toHaveLength(1)
})

it('leaves alone what git leaves alone', () => {
  const tree = build({
    ...soundHouse,
    '.gitignore': 'data-seed/\n',
    'data-seed/postgres/pg_wal/Dump.sql': '',
  })
  expect(rules.flatMap((rule) => rule.complaints(tree))).toEqual([])
  expect(tree.files.map(({ path }) => path)).not.toContain('data-seed/postgres/pg_wal/Dump.sql')
})

it('lets the recorder have the store of web/lib, and nothing beside it', () => {
  const tree = build({
    'web/recorder/view.ts': `import { createStore } from '../lib/store.ts'`,
    'web/recorder/hook.ts': `import { useWatched } from '../lib/use-watched.ts'`,
  })
  const complaints = rules.flatMap((rule) => rule.complaints(tree))
  expect(complaints).toEqual(['web/recorder/hook.ts imports web/lib/use-watched.ts'])
})

it('sees the device’s clock asked in the other way', () => {
  const tree = build({ 'web/ui/today.tsx': `export const today = () => Date.now()` })
  expect(rules.flatMap((rule) => rule.complaints(tree))).toEqual(['web/ui/today.tsx'])
})

it('sees settings that are read past process.env', () => {
  const tree = build({ 'server/http/address.ts': `import { argv, env } from 'node:process'` })
  expect(rules.flatMap((rule) => rule.complaints(tree))).toEqual(['server/http/address.ts'])
})

it.each([
  ['a number given twice', 'server/db/migrations/0002_twice.sql'],
  ['a name without a number', 'server/db/migrations/media.sql'],
])('sees among the migrations %s', (_, path) => {
  const tree = build({ ...soundHouse, [path]: '' })
  expect(rules.flatMap((rule) => rule.complaints(tree))).not.toEqual([])
})

function build(files: Files): SourceTree {
  const root = mkdtempSync(join(tmpdir(), 'kinora-architecture-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return readSourceTree(root)
  } finally {
    rmSync(root, { recursive: true })
  }
}
