import type { Rule } from './rule.ts'
import type { SourceFile } from './source-tree.ts'

type ImportRule = {
  title: string
  from: RegExp
  /** What files that match `from` must never import; `$1` stands for the first group of `from`. */
  never: string
  except?: string
}

const importRules: ImportRule[] = [
  {
    title: 'the web imports nothing of the server',
    from: /^web\//,
    never: '^(server|scripts|e2e|benches)/',
  },
  {
    title: 'the server imports nothing of the web',
    from: /^server\//,
    never: '^(web|scripts|e2e|benches)/',
  },
  {
    title: 'the contract imports nothing of ours',
    from: /^contract\//,
    never: '^(web|server|scripts|e2e|benches)/',
  },
  {
    title: 'infrastructure never imports a feature; only the files directly in server/ join the two',
    from: /^server\/(?!features\/|testing\/)[^/]+\/(?!.*\.test\.ts$)/,
    never: '^server/features/',
  },
  {
    title: 'a server feature imports another only through its main file',
    from: /^server\/features\/([^/]+)\//,
    never: '^server/features/(?!$1/)',
    except: '^server/features/([^/]+)/\\1\\.ts$',
  },
  {
    title: 'what tests are made of stays with the tests',
    from: /^(web|server|contract)\/(?!(.*\/)?testing\/)(?!.*\.test\.tsx?$)/,
    never: '(^|/)testing/|\\.test\\.tsx?$|^vitest$|^@playwright/',
  },
  {
    title: 'web features never import each other: pages join them',
    from: /^web\/features\/([^/]+)\//,
    never: '^web/features/(?!$1/)',
  },
  {
    title: 'web features know no page, and neither the router’s table nor the shell',
    from: /^web\/features\//,
    never: '^web/(pages/|shell/|routes\\.tsx$|main\\.tsx$)',
  },
  {
    title: 'the design system and web/lib know no feature, page or shell',
    from: /^web\/(ui|lib)\//,
    never: '^web/(features|pages|shell|recorder)/',
  },
  {
    title: 'the recorder knows no React and no screen',
    from: /^web\/recorder\//,
    // Much of web/lib renders or uses React; store.ts does neither.
    never:
      '^web/(features|pages|shell|ui)/|^web/lib/(?!store\\.ts$)|^react$|^react-|^@tanstack/react-|^radix-ui$',
  },
  {
    title: 'the auth service knows no feature',
    from: /^server\/auth\//,
    never: '^server/features/',
  },
]

/** Which folders may import which. */
export const importRulesOfFolders: Rule[] = importRules.map((rule) => ({
  title: rule.title,
  complaints: ({ files }) => files.flatMap((file) => forbiddenImports(rule, file)),
}))

function forbiddenImports(rule: ImportRule, file: SourceFile): string[] {
  const match = rule.from.exec(file.path)
  if (!match) return []

  const never = new RegExp(rule.never.replaceAll('$1', match[1] ?? ''))
  const except = rule.except === undefined ? undefined : new RegExp(rule.except)
  return file.imports
    .filter((target) => never.test(target) && !except?.test(target))
    .map((target) => `${file.path} imports ${target}`)
}
