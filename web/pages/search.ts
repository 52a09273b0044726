import { limits } from '#contract/limits.ts'
import type { ResourceType } from '#contract/sharing.ts'
import type { StoryMethod } from '#contract/stories.ts'

type Search = Record<string, unknown>

const resourceTypes: readonly ResourceType[] = ['story', 'storybook', 'family_member']
const methods: readonly StoryMethod[] = ['recording', 'journal', 'upload']

/** `/app/stories?new=journal` opens the new-story dialog with that method listed first. */
export function readNewStorySearch(search: Search): { new?: StoryMethod } {
  const method = methods.find((known) => known === search.new)
  return method ? { new: method } : {}
}

/** The recap's story is named in the address, so that it survives a reload. */
export function readRecapSearch(search: Search): { storyId?: string } {
  return typeof search.storyId === 'string' ? { storyId: search.storyId } : {}
}

export type PromptsTab = 'mine' | 'explore' | 'community'
const promptsTabs: readonly PromptsTab[] = ['mine', 'explore', 'community']

/** `/app/prompts?tab=explore`; without a tab, My Prompts. */
export function readPromptsSearch(search: Search): { tab?: PromptsTab } {
  const tab = promptsTabs.find((known) => known === search.tab)
  return tab ? { tab } : {}
}

export type StudioSearch = {
  storyId: string
  title: string
  description: string
  mode: StoryMethod
  further: boolean
  /** The number of parts that the story had on the page that linked here. */
  parts?: number
  /** The total length of these parts, in seconds. */
  seconds?: number
  /** The question to begin with, or the playlist to step through. */
  prompt?: string
  playlist?: string
}

/** `/app/studio?storyId&title&description&mode`; what is missing is empty, and the default mode is a recording. */
export function readStudioSearch(search: Search): StudioSearch {
  return {
    storyId: isUuid(search.storyId) ? search.storyId : '',
    title: textOf(search.title),
    description: textOf(search.description),
    mode: methods.find((known) => known === search.mode) ?? 'recording',
    further: search.further === true,
    ...(isPartCount(search.parts) ? { parts: search.parts } : {}),
    ...(isLength(search.seconds) ? { seconds: search.seconds } : {}),
    ...(isUuid(search.prompt) ? { prompt: search.prompt } : {}),
    ...(isUuid(search.playlist) ? { playlist: search.playlist } : {}),
  }
}

/** `/app/labs/enhance?story={id}`: the story that proposals are made for. */
export function readEnhanceSearch(search: Search): { story?: string } {
  return isUuid(search.story) ? { story: search.story } : {}
}

/** `/app/write?storyId&title`; without them the page uses a new id and the default title. */
export function readWriteSearch(search: Search): { storyId?: string; title?: string } {
  const title = textOf(search.title)
  return {
    ...(isUuid(search.storyId) ? { storyId: search.storyId } : {}),
    ...(title === '' ? {} : { title }),
  }
}

/** The router parses numbers in a typed address as numbers, but a story may well be called 1962. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : ''

function isLength(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function isPartCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= limits.partNumber
}

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
}

/** The parameters of a mailed link: a one-time token, and its kind. */
export function readTokenSearch(search: Search): { token_hash?: string; type?: string } {
  return {
    ...(typeof search.token_hash === 'string' ? { token_hash: search.token_hash } : {}),
    ...(typeof search.type === 'string' ? { type: search.type } : {}),
  }
}

/** `/app/storybooks?new` opens the dialog for a new book. */
export function readNewStorybookSearch(search: Search): { new?: true } {
  return search.new === undefined ? {} : { new: true }
}

/** `/app/storybooks/{id}?page=12`: the page that is open, from 1. */
export function readBookSearch(search: Search): { page?: number } {
  const page = Number(search.page)
  return Number.isSafeInteger(page) && page > 1 ? { page } : {}
}

/** `/app/sharing-options?type=story&id=...`: the thing whose sharing is managed; empty if the parameters are invalid. */
export function readSharingSearch(search: Search): { type?: ResourceType; id?: string } {
  const type = resourceTypes.find((known) => known === search.type)
  return type && isUuid(search.id) ? { type, id: search.id } : {}
}

/** `/app/search?q=`: the query. The router parses numbers in a typed address as numbers, but 1962 is a query, too. */
export function readSearchQuestion(search: Search): { q?: string } {
  const q =
    typeof search.q === 'string' || typeof search.q === 'number'
      ? `${search.q}`.trim().slice(0, limits.searchText)
      : ''
  return q === '' ? {} : { q }
}

export type StoryPlace = { t?: number; part?: string; tab?: 'summary' | 'transcript' | 'comments' }

/** `/app/stories/{id}?t=61&part={id}`: the second to play from, and in which part; `tab` is the tab to open first. */
export function readStoryPlace(search: Search): StoryPlace {
  const isNumber = typeof search.t === 'number' || (typeof search.t === 'string' && search.t !== '')
  const t = isNumber ? Math.floor(Number(search.t)) : -1
  const isTime = t >= 0 && t < 1_000_000
  return {
    ...(isTime ? { t } : {}),
    ...(isTime && isUuid(search.part) ? { part: search.part } : {}),
    ...(isTab(search.tab) ? { tab: search.tab } : {}),
  }
}

/** `/app/billing?checkout=done` after a payment, `back` after a visit to Stripe's other pages. */
export function readBillingSearch(search: Search): { checkout?: 'done' | 'back' } {
  const { checkout } = search
  return checkout === 'done' || checkout === 'back' ? { checkout } : {}
}

function isTab(tab: unknown): tab is NonNullable<StoryPlace['tab']> {
  return tab === 'summary' || tab === 'transcript' || tab === 'comments'
}
