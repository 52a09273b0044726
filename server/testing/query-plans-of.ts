import pg from 'pg'
import { vi } from 'vitest'
import { z } from 'zod'
import type { TestKinora } from './kinora.ts'

const literals = /'(?:[^']|'')*'(::[a-z"_ ]+(\[\])?)?|(?<![\w$])\d+(\.\d+)?(?![\w.])|\$\d+/g

/** One step of a plan, as EXPLAIN (FORMAT JSON) names it. */
export type QueryPlanNode = {
  'Node Type': string
  'Relation Name'?: string | undefined
  'Index Name'?: string | undefined
  'Index Cond'?: string | undefined
  'Recheck Cond'?: string | undefined
  Filter?: string | undefined
  'Join Type'?: string | undefined
  'Subplan Name'?: string | undefined
  'Function Name'?: string | undefined
  'CTE Name'?: string | undefined
  'Sort Key'?: string[] | undefined
  'Presorted Key'?: string[] | undefined
  Operation?: string | undefined
  Strategy?: string | undefined
  Plans?: QueryPlanNode[] | undefined
}

const text = z.string().optional()
const node: z.ZodType<QueryPlanNode> = z.object({
  'Node Type': z.string(),
  'Relation Name': text,
  'Index Name': text,
  'Index Cond': text,
  'Recheck Cond': text,
  Filter: text,
  'Join Type': text,
  'Subplan Name': text,
  'Function Name': text,
  'CTE Name': text,
  'Sort Key': z.array(z.string()).optional(),
  'Presorted Key': z.array(z.string()).optional(),
  Operation: text,
  Strategy: text,
  get Plans() {
    return z.array(node).optional()
  },
})
const explained = z.object({ Plan: node })

/** Makes the planner treat every table as too long to be read or sorted whole: where it still does so, no index could serve. */
const longTables = { enable_seqscan: 'off', enable_sort: 'off' }
/** Makes it treat tables as too long to be read whole, but lets it sort the rows that an index finds. */
const longTablesSorted = { enable_seqscan: 'off', enable_sort: 'on' }

/**
 * Makes PostgreSQL itself report the plan of every statement that the server sends from now on, including those inside functions,
 * as it was run: with the real role, its claims and its policies.
 *
 * @returns `plansOf`: the plans of everything that `work` ran, without duplicates; `allowSorting`: permits sorting in plans from
 * then on
 */
export async function watchQueryPlans({ database, services }: Pick<TestKinora, 'database'> & Watched) {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
    jit: 'off',
    ...longTables,
  }
  const setForNewSessions = async (given: Record<string, string>) => {
    await setInDatabase(database.superuser, given)
    // A caller that gets a connection that has just ended would be told that the database is away.
    await vi.waitUntil(() => services.pool.totalCount === 0, { timeout: 60_000 })
  }
  await setForNewSessions(settings)

  let heard: QueryPlanNode[] = []
  services.pool.on('connect', (client) => {
    client.on('notice', ({ message }) => {
      const json = /plan:\s*(\{.*)$/s.exec(message ?? '')?.[1]
      if (json !== undefined) heard.push(explained.parse(JSON.parse(json)).Plan)
    })
  })

  const plansOf = async (work: () => Promise<unknown>): Promise<QueryPlanNode[]> => {
    heard = []
    await work()
    const byShape = new Map(heard.map((plan) => [shapeOf(plan), plan]))
    return [...byShape].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, plan]) => plan)
  }
  return { plansOf, allowSorting: () => setForNewSessions(longTablesSorted) }
}

type Watched = { services: Pick<TestKinora['services'], 'pool'> }

/** Changes settings of the database. Open sessions would keep the old ones, so they are ended, and the pool opens new ones. */
async function setInDatabase(superuser: pg.ClientConfig, settings: Record<string, string>) {
  const client = new pg.Client(superuser)
  await client.connect()
  const name = pg.escapeIdentifier(superuser.database ?? '')
  for (const [setting, value] of Object.entries(settings))
    await client.query(`alter database ${name} set ${setting} = ${pg.escapeLiteral(value)}`)
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [superuser.database],
  )
  await client.end()
}

/**
 * A plan as indented lines: which rows are reached by which index and condition, and what is sorted. Costs, counts and values are
 * left out, and so is the way in which rows are joined and stored, which changes with a few more rows.
 */
export function shapeOf(plan: QueryPlanNode): string {
  return linesOf(plan).join('\n')
}

function linesOf(plan: QueryPlanNode): string[] {
  const within = (plan.Plans ?? []).flatMap(linesOf)
  const line = lineOf(plan)
  return line === null ? within : [line, ...within.map((one) => `  ${one}`)]
}

/** Steps that do not affect which rows are read. The index of a heap scan is a step below it. */
const untold =
  /^(Result|Materialize|Memoize|Hash|Subquery Scan|Bitmap Heap Scan|BitmapAnd|Gather|ProjectSet|Unique)$/
const names: Record<string, string> = {
  'Index Scan': 'Index',
  'Index Only Scan': 'Index',
  'Bitmap Index Scan': 'Index',
  'Nested Loop': 'Join',
  'Hash Join': 'Join',
  'Merge Join': 'Join',
  BitmapOr: 'Or',
}

function lineOf(plan: QueryPlanNode): string | null {
  const type = plan['Node Type']
  const part = plan['Subplan Name']?.replace(/ \d+$/, '')
  if (untold.test(type)) return part && plan.Plans ? `[${part}]` : null

  const kind = plan['Join Type'] && plan['Join Type'] !== 'Inner' ? ` ${plan['Join Type']}` : ''
  const words = [
    part && `[${part}]`,
    type === 'ModifyTable' ? plan.Operation : `${names[type] ?? type}${kind}`,
    plan['Index Name'] ?? (plan['Relation Name'] && `on ${plan['Relation Name']}`),
    plan['CTE Name'] && `of ${plan['CTE Name']}`,
    plan['Function Name'],
    plan['Index Cond'] && `where ${plain(plan['Index Cond'])}`,
    plan['Sort Key'] && `by ${plan['Sort Key'].map(plain).join(', ')}`,
  ]
  return words.filter(Boolean).join(' ')
}

const plain = (condition: string) =>
  condition
    .replaceAll(/\((Init|Sub)Plan \d+\)\.col\d+/g, '?')
    .replaceAll(literals, '?')
    .replace(/^\((.*)\)$/, '$1')

export const withAll = (plan: QueryPlanNode): QueryPlanNode[] => [
  plan,
  ...(plan.Plans ?? []).flatMap(withAll),
]

/** The steps that the rows of the answer pass through, without the subplans that look things up for each row. */
export function spineOf(plan: QueryPlanNode): QueryPlanNode[] {
  const inner = (plan.Plans ?? []).filter((one) => one['Subplan Name'] === undefined)
  return [plan, ...inner.flatMap(spineOf)]
}
