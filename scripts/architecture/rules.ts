import { noCircles } from './circles.ts'
import { fileRules } from './file-rules.ts'
import { importRulesOfFolders } from './import-rules.ts'
import { nameRules } from './name-rules.ts'
import type { Rule } from './rule.ts'

/** Rules over the whole source tree that tsc and Biome cannot check. */
export const rules: Rule[] = [...importRulesOfFolders, noCircles, ...nameRules, ...fileRules]
