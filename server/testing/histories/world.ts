import { randomUUID } from 'node:crypto'
import { ORPCError } from '@orpc/client'
import type { Person } from '../family.ts'
import type { TestKinora } from '../kinora.ts'
import type { Queue } from './queue.ts'

/** A person in a history. `word` is a marker that is contained in everything they write, and nowhere else. */
export type Actor = Person & { word: string; isErased: boolean; isRemoved: boolean }

/** A thing that the people of a history made, still there or not: a later step may concern either. */
export type Made = {
  kind: Kind
  id: string
  owner: Actor
  /** What it belongs to or refers to: a note's story, a share's resource. */
  of: string
}
export type Kind =
  | 'story'
  | 'note'
  | 'comment'
  | 'recording'
  | 'transcript'
  | 'edit'
  | 'upload'
  | 'member'
  | 'line'
  | 'book'
  | 'page'
  | 'prompt'
  | 'playlist'
  | 'share'
  | 'letter'
  | 'link'
  | 'archive'
  | 'import'

export type World = {
  kinora: TestKinora
  queue: Queue
  people: Actor[]
  made: Made[]
  done: Record<string, number>
}

/**
 * One thing that a person does, if `atOnce` concurrently with its neighbours. The numbers choose what it concerns, among what
 * exists when it runs.
 */
export type Step = { who: number; name: string; first: number; second: number; atOnce: boolean }

/** The input of a step: who acts, and what they can choose from. */
export type Doing = {
  world: World
  who: Actor
  first: number
  second: number
  /** A thing of one kind: mostly one's own, now and then another person's. @throws NothingThere */
  any: (kind: Kind, number?: number) => Made
  /** A thing of one's own. @throws NothingThere */
  own: (kind: Kind, number?: number) => Made
  keep: (kind: Kind, id: string, of?: string) => void
}
export type Steps = Record<string, (doing: Doing) => Promise<unknown>>

/** Thrown when nothing exists yet that the step could concern. */
export class NothingThere extends Error {}

export async function createWorld(kinora: TestKinora, queue: Queue): Promise<World> {
  const people = await Promise.all(['Ana', 'Boris', 'Dora'].map((name) => enter(kinora, name)))
  await kinora.database.asOwner(
    `update subscriptions set tier = 'generation' where user_id = any($1::uuid[])`,
    [people.map(({ id }) => id)],
  )
  return { kinora, queue, people, made: [], done: {} }
}

async function enter(kinora: TestKinora, name: string): Promise<Actor> {
  const word = `${name.toLowerCase()}${randomUUID().slice(0, 8)}`
  return { ...(await kinora.person(`${name} ${word}`)), word, isErased: false, isRemoved: false }
}

/** Runs all steps, one after the other or concurrently. */
export async function live(world: World, steps: Steps, history: readonly Step[]): Promise<void> {
  const together: Step[] = []
  const takeAll = () => {
    const all = together.splice(0)
    return Promise.all(all.map((one) => take(world, steps, one, all.length === 1)))
  }
  for (const step of history) {
    if (!step.atOnce) await takeAll()
    together.push(step)
  }
  await takeAll()
}

/**
 * Runs one step. Refusals are ignored, and only unforeseen errors are thrown. Of two concurrent steps, one may fail because of the
 * other, e.g. if a thing is deleted while something is added to it: it then gets an error, and nothing of it is kept.
 */
async function take(
  world: World,
  steps: Steps,
  { who, name, first, second }: Step,
  isAlone: boolean,
): Promise<void> {
  const actor = world.people[who % world.people.length]
  const step = steps[name]
  if (!actor || !step) throw new Error(`nobody can do ${name}`)
  const oneOf = (from: Made[], number: number): Made => {
    const found = from[(number >> 2) % Math.max(from.length, 1)]
    if (!found) throw new NothingThere()
    return found
  }
  const all = (kind: Kind) => world.made.filter((one) => one.kind === kind)
  const ofActor = (kind: Kind) => all(kind).filter(({ owner }) => owner === actor)
  const own = (kind: Kind, number = first) => oneOf(ofActor(kind), number)
  const any = (kind: Kind, number = first) => {
    const isOthersToo = number % 4 === 0 || ofActor(kind).length === 0
    return oneOf(isOthersToo ? all(kind) : ofActor(kind), number)
  }
  const keep = (kind: Kind, id: string, of = '') => void world.made.push({ kind, id, owner: actor, of })
  const doing = async () => step({ world, who: actor, first, second, any, own, keep })
  const outcome = await doing().then(
    () => 'done',
    (error: unknown) => {
      if (isRefusal(error)) return error instanceof ORPCError ? error.code : 'not yet'
      if (!isAlone) return 'fell over another'
      throw new Error(`${name} failed as nobody foresaw`, { cause: error })
    },
  )
  world.done[`${name} ${outcome}`] = (world.done[`${name} ${outcome}`] ?? 0) + 1
}

const isRefusal = (error: unknown) =>
  error instanceof NothingThere || (error instanceof ORPCError && error.status < 500)

/**
 * Sends a request outside the contract.
 * @throws the error of the answer, as a procedure's client does
 */
export async function ask(who: Actor, path: string, init: RequestInit): Promise<Response> {
  const answer = await who.request(path, init)
  if (answer.ok) return answer
  const text = await answer.text()
  throw new ORPCError(/"code":"(\w+)"/.exec(text)?.[1] ?? 'REFUSED', { status: answer.status, message: text })
}

/**
 * The id of a thing that the person has in the trash.
 * @throws NothingThere
 */
export async function trashed({ who, second }: Doing, type: 'story' | 'storybook'): Promise<string> {
  const { items } = await who.client.trash.list({})
  const ofType = items.filter((one) => one.type === type)
  const found = ofType[second % Math.max(ofType.length, 1)]
  if (!found) throw new NothingThere()
  return found.id
}
