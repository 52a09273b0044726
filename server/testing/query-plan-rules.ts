import type { TestDatabase } from './database.ts'
import { type QueryPlanNode, shapeOf, spineOf, withAll } from './query-plans-of.ts'

const inCommunity = ['prompts_in_community', 'playlists_in_community']
const narrowedInCommunity = [
  'prompts_words_in_community',
  'playlists_words_in_community',
  'prompts_of_category_in_community',
]
/**
 * Indexes over everybody's rows that may be used. They are read from the newest row on until the page is full, or by a word or a
 * category; or they contain only the few rows that are Kinora’s own, were reported, or were hidden by the operator.
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
/** Every word in this index begins with a mark derived from its owner’s id (docs/decisions/018). */
const markedWithOwner = new Set(['search_entries_words'])
/** The limits of each plan: a handful of rows that belong to nobody. */
const ofNobody = new Set(['plan_limits'])
/** Columns that lead to the rows of one person: the person, one thing of theirs, or a token that opens one. */
const leadsToOne = new Set(['user_id', 'shared_with_user_id', 'id', 'playlist_id', 'token_hash'])

const isPerson = /^(shared_with_)?user_id$/
/** A person has only their latest archive in this table. */
const fewForEach = new Set(['archive_exports'])

/** The job queue, and accounts that are being deleted: these tables are emptied by the jobs that read them. */
const emptied = new Set(['_private_jobs', '_private_tasks', 'account_deletions'])

/**
 * The columns of each index in order. `isOrdered`: whether that order matters, which it does not in a GIN index. `isOfSome`:
 * whether the index is partial, i.e. covers only few rows.
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

/** Reads of a whole table: without an index, or along an index without a condition on it. */
export const wholeReads = (plan: QueryPlanNode): string[] => readWhole(plan).map(alone)

/** Such reads by a job, which may read everything that waits for it if a partial index covers just that. */
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

/** Searches through everything ever published: newest first with a filter, or along an index without a condition. */
export const walksThroughCommunity = (plan: QueryPlanNode): string[] =>
  withAll(plan)
    .filter(
      ({ 'Index Name': index = '', 'Index Cond': condition, Filter: fits }) =>
        (inCommunity.includes(index) && fits !== undefined) ||
        (narrowedInCommunity.includes(index) && condition === undefined),
    )
    .map(alone)

/** Index reads that may pass over other people’s rows, because no condition leads to one person's. */
export function foreignReads(plan: QueryPlanNode, indexes: Indexes): string[] {
  const below = plan.Plans ?? []
  // If several indexes are combined, it is enough that one of them leads to one person's rows.
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

/** The index columns with a given value, up to the first without one: the columns after that are searched under all its values. */
function ledBy(scan: QueryPlanNode, indexes: Indexes): string[] {
  const { 'Index Name': name = '', 'Index Cond': condition = '' } = scan
  const { columns, isOrdered } = indexes.get(name) ?? { columns: [], isOrdered: true }
  const isGiven = (column: string) => condition.includes(`(${column} = `)
  const gap = columns.findIndex((column) => !isGiven(column))
  return isOrdered && gap !== -1 ? columns.slice(0, gap) : columns.filter(isGiven)
}

/** Sorts of everything that a person has, in order to show one page of it. */
export function wholeSorts(plan: QueryPlanNode, indexes: Indexes): string[] {
  return spineOf(plan)
    .filter((node) => node['Node Type'] === 'Limit')
    .flatMap((limit) => spineOf(limit))
    .filter((node) => node['Node Type'] === 'Sort' && !isOfFew(node, indexes))
    .map(alone)
}

/** Sorts of few rows. Looking up the owner of an id is among them: it sorts the one or two rows with that id, one's own first. */
const isOfFew = (sort: QueryPlanNode, indexes: Indexes) =>
  / = .* DESC$/.test(sort['Sort Key']?.[0] ?? '') || (sort.Plans ?? []).every((one) => isShort(one, indexes))

/** Whether a step yields no more rows than a page, or than one story, recording or book has: not everything that a person has. */
function isShort(plan: QueryPlanNode, indexes: Indexes): boolean {
  const { 'Node Type': type, 'Index Name': index, 'Relation Name': table, Plans: below = [] } = plan
  if (type === 'Limit' || fewForEach.has(table ?? '')) return true
  if (index !== undefined)
    return ledBy(plan, indexes).some((column) => /id$/.test(column) && !isPerson.test(column))
  return below.length > 0 && below.every((one) => isShort(one, indexes))
}

const alone = (node: QueryPlanNode) => shapeOf({ ...node, Plans: undefined })
