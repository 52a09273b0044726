import { noCircles } from './circles.ts'
import { fileRules } from './file-rules.ts'
import { importRulesOfFolders } from './import-rules.ts'
import { nameRules } from './name-rules.ts'
import type { Rule } from './rule.ts'

/** What tsc and Biome cannot see, as rules over the whole tree. */
export const rules: Rule[] = [...importRulesOfFolders, noCircles, ...nameRules, ...fileRules]
