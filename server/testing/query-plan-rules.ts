import type { TestDatabase } from './database.ts'
import { type QueryPlanNode, shapeOf, spineOf, withAll } from './query-plans-of.ts'

const inCommunity = ['prompts_in_community', 'playlists_in_community']
const narrowedInCommunity = [
  'prompts_words_in_community',
  'playlists_words_in_community',
  'prompts_of_category_in_community',
]
/**
 * Read from their newest row on until the page is full, or by a word or a category; or holding nothing but the few rows that are
 * Kinora’s own, or that somebody reported or the operator hid.
 */
const everybodys = new Set([
  ...inCommunity,
  ...narrowedInCommunity,
  'prompts_official',
  'playlists_official',
  'community_reports_by_prompt',
  'community_reports_by_playlist',
  'prompts_hidden',
  'playlists_hidden',
])
/** Every word in it begins with a mark made from its owner’s id (docs/decisions/018). */
const markedWithOwner = new Set(['search_entries_words'])
/** What each plan allows: a handful of rows, of nobody. */
const ofNobody = new Set(['plan_limits'])
/** What leads to the rows of one person: themselves, one thing of theirs, or what opens one. */
const leadsToOne = new Set(['user_id', 'shared_with_user_id', 'id', 'playlist_id', 'token_hash'])

const isPerson = /^(shared_with_)?user_id$/
/** Of an archive only the latest is kept. */
const fewForEach = new Set(['archive_exports'])

/** The queue, and who is leaving: emptied by those who read them. */
const emptied = new Set(['_private_jobs', '_private_tasks', 'account_deletions'])

/**
 * Columns of each index in their order, and whether that order matters: a GIN index is asked by any of its columns. Of some
 * rows there are few, and they have an index for themselves.
 */
export type Indexes = Map<string, { columns: string[]; isOrdered: boolean; isOfSome: boolean }>

export async function indexesOf({ asOwner }: Pick<TestDatabase, 'asOwner'>): Promise<Indexes> {
  const { rows } = await asOwner(
    `select c.relname as name, m.amname = 'btree' as ordered, i.indpred is not null as some,
       array(select pg_get_indexdef(c.oid, n, true) from generate_series(1, i.indnkeyatts) n) as columns
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam`,
  )
  return new Map(
    rows.map(({ name, columns, ordered, some }) => [name, { columns, isOrdered: ordered, isOfSome: some }]),
  )
}

/** What reads a table from end to end: without an index, or along one without a condition on it. */
export const wholeReads = (plan: QueryPlanNode): string[] => readWhole(plan).map(alone)

/** The same of a job, which may read all that waits for it where that has an index for itself. */
export const wholeReadsOfJob = (plan: QueryPlanNode, indexes: Indexes): string[] =>
  readWhole(plan)
    .filter(({ 'Relation Name': table = '' }) => !emptied.has(table))
    .filter(({ 'Index Name': index = '' }) => !indexes.get(index)?.isOfSome)
    .map(alone)

function readWhole(plan: QueryPlanNode): QueryPlanNode[] {
  return withAll(plan)
    .filter(({ 'Relation Name': table = '' }) => !ofNobody.has(table))
    .filter(
      ({ 'Node Type': type, 'Index Name': index, 'Index Cond': condition }) =>
        type.endsWith('Seq Scan') ||
        (index !== undefined && !everybodys.has(index) && condition === undefined),
    )
}

/** What looks through all that was ever published for what fits: newest first, or by an index that is asked for nothing. */
export const walksThroughCommunity = (plan: QueryPlanNode): string[] =>
  withAll(plan)
    .filter(
      ({ 'Index Name': index = '', 'Index Cond': condition, Filter: fits }) =>
        (inCommunity.includes(index) && fits !== undefined) ||
        (narrowedInCommunity.includes(index) && condition === undefined),
    )
    .map(alone)

/** What reads other people’s rows on its way: an index that is asked for nobody’s in particular. */
export function foreignReads(plan: QueryPlanNode, indexes: Indexes): string[] {
  const below = plan.Plans ?? []
  // Of rows that several indexes lead to together, one index has to lead to somebody’s.
  if (plan['Node Type'] === 'BitmapAnd' && below.some((one) => foreignReads(one, indexes).length === 0))
    return []
  const here = plan['Index Name'] !== undefined && !isOfOne(plan, indexes) ? [alone(plan)] : []
  return [...here, ...below.flatMap((one) => foreignReads(one, indexes))]
}

function isOfOne(scan: QueryPlanNode, indexes: Indexes): boolean {
  const { 'Index Name': name = '', 'Relation Name': table = '' } = scan
  if (everybodys.has(name) || markedWithOwner.has(name) || ofNobody.has(table)) return true
  return ledBy(scan, indexes).some((column) => leadsToOne.has(column))
}

/** The columns whose value is known, up to the first that is not: what comes after it is looked for under all its values. */
function ledBy(scan: QueryPlanNode, indexes: Indexes): string[] {
  const { 'Index Name': name = '', 'Index Cond': condition = '' } = scan
  const { columns, isOrdered } = indexes.get(name) ?? { columns: [], isOrdered: true }
  const isGiven = (column: string) => condition.includes(`(${column} = `)
  const gap = columns.findIndex((column) => !isGiven(column))
  return isOrdered && gap !== -1 ? columns.slice(0, gap) : columns.filter(isGiven)
}

/** What sorts all that somebody has to show a page of it. */
export function wholeSorts(plan: QueryPlanNode, indexes: Indexes): string[] {
  return spineOf(plan)
    .filter((node) => node['Node Type'] === 'Limit')
    .flatMap((limit) => spineOf(limit))
    .filter((node) => node['Node Type'] === 'Sort' && !isOfFew(node, indexes))
    .map(alone)
}

/** Whose something is, is looked up with one's own first: among the one or two rows that an id leads to. */
const isOfFew = (sort: QueryPlanNode, indexes: Indexes) =>
  / = .* DESC$/.test(sort['Sort Key']?.[0] ?? '') || (sort.Plans ?? []).every((one) => isShort(one, indexes))

/** No more than a page, or than one story, recording or book has: not all that a person has. */
function isShort(plan: QueryPlanNode, indexes: Indexes): boolean {
  const { 'Node Type': type, 'Index Name': index, 'Relation Name': table, Plans: below = [] } = plan
  if (type === 'Limit' || fewForEach.has(table ?? '')) return true
  if (index !== undefined)
    return ledBy(plan, indexes).some((column) => /id$/.test(column) && !isPerson.test(column))
  return below.length > 0 && below.every((one) => isShort(one, indexes))
}

const alone = (node: QueryPlanNode) => shapeOf({ ...node, Plans: undefined })
