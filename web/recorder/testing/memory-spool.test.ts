import { it } from 'vitest'
import { createMemorySpool } from './memory-spool.ts'
import { spoolRules } from './spool-compliance.ts'

it.each(spoolRules)('$title', ({ check }) => check(createMemorySpool()))
