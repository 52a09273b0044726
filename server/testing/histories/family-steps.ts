import { v7 as uuidv7 } from 'uuid'
import { relationships } from '#contract/relationships.ts'
import { type Kind, type Made, NothingThere, type Steps } from './world.ts'

const shared = { story: 'story', book: 'storybook', member: 'family_member' } as const
type Shared = keyof typeof shared
const kindsShared = Object.keys(shared) as Shared[]
const isShared = (kind: Kind): kind is Shared => kind in shared
const roles = ['viewer', 'editor', 'admin'] as const

/** A thing in the terms of the sharing procedures. */
const resourceOf = ({ kind, id }: Pick<Made, 'kind' | 'id'>) => {
  if (!isShared(kind)) throw new Error(`a ${kind} is not shared`)
  return { resourceType: shared[kind], resourceId: id }
}

/** Steps about the family tree, and about what people share with each other. */
export const familySteps: Steps = {
  addMember: async ({ who, keep, first, second }) => {
    const relationship = relationships[second % relationships.length] ?? 'Other'
    const person = {
      id: uuidv7(),
      firstName: who.word,
      lastName: `${first}`,
      relationship,
    }
    await who.client.familyMembers.create(person)
    keep('member', person.id)
  },
  changeMember: async ({ who, any, second }) => {
    const { id, owner } = any('member')
    const { version } = await who.client.familyMembers.get({ id })
    const viaId = second % 3 === 0 ? any('member', second).id : null
    await who.client.familyMembers.update({
      id,
      version,
      bio: owner.word,
      ...(second % 2 === 0 && { viaId }),
    })
  },
  removeMember: ({ who, any }) => who.client.familyMembers.delete({ id: any('member').id }),
  drawLine: async ({ who, any, second, keep }) => {
    const between = {
      id: uuidv7(),
      fromId: any('member').id,
      toId: second % 5 === 0 ? who.id : any('member', second + 4).id,
    }
    const line =
      second % 2 === 0
        ? { type: 'parent' as const, kind: 'birth' as const }
        : { type: 'other' as const, kind: 'unknown' as const }
    await who.client.family.connect({ ...between, ...line, label: who.word })
    keep('line', between.id)
  },
  takeLineAway: ({ who, any }) => who.client.family.disconnect({ id: any('line').id }),

  share: async ({ world, who, any, first, second, keep }) => {
    const resource = resourceOf(any(kindsShared[second % 3] ?? 'story'))
    const other = world.people[first % world.people.length]
    const role = roles[(second >> 2) % 3] ?? 'viewer'
    const { id } = await who.client.sharing.share({ ...resource, email: other?.email ?? '', role })
    keep('share', id, JSON.stringify(resource))
  },
  changeRole: ({ who, any, second }) => {
    const { id, of } = any('share')
    return who.client.sharing.setRole({ ...JSON.parse(of), id, role: roles[second % 3] })
  },
  takeShareBack: ({ who, any }) => {
    const { id, of } = any('share')
    return who.client.sharing.revoke({ ...JSON.parse(of), id })
  },
  invite: async ({ who, any, second, keep }) => {
    const resource = resourceOf(any(kindsShared[second % 3] ?? 'story'))
    const email = `${who.word}-${second}@example.com`
    const { id } = await who.client.sharing.invite({
      ...resource,
      email,
      role: roles[second % 3] ?? 'viewer',
    })
    keep('letter', id, JSON.stringify(resource))
  },
  takeLetterBack: ({ who, any }) => {
    const { id, of } = any('letter')
    return who.client.sharing.cancelInvitation({ ...JSON.parse(of), id })
  },
  publicLink: ({ who, any, second }) => {
    const storyId = any('story').id
    return second % 3 === 0
      ? who.client.publicLinks.turnOff({ storyId })
      : who.client.publicLinks.turnOn({ storyId })
  },
  recordingLink: async ({ who, own, keep }) => {
    const { id: storyId, owner } = own('story')
    const wanted = {
      id: uuidv7(),
      storyId,
      purpose: 'relative' as const,
      title: owner.word,
      question: owner.word,
    }
    await who.client.recordingLinks.create(wanted)
    keep('link', wanted.id, storyId)
  },
  takeLinkBack: ({ who, any, second }) => {
    const { id } = any('link')
    return second % 2 === 0 ? who.client.recordingLinks.revoke({ id }) : who.client.recordingLinks.end({ id })
  },
  showProfile: ({ who, second }) =>
    who.client.publicProfile.set({ isPublic: second % 2 === 0, picture: true, location: true, bio: true }),
  askWeekly: ({ who, second }) =>
    who.client.weeklyQuestions.set({ enabled: second % 2 === 0, timeZone: 'UTC', weekday: 1, hour: 9 }),

  // These words must not contain the person's marker, because other people may copy and keep them.
  writePrompt: async ({ who, keep, first }) => {
    const { id } = await who.client.prompts.create({ id: uuidv7(), text: `What was number ${first}?` })
    keep('prompt', id)
  },
  deletePrompt: ({ who, any }) => who.client.prompts.delete({ id: any('prompt').id }),
  copyPrompt: async ({ who, any, keep }) =>
    keep('prompt', (await who.client.prompts.copy({ id: any('prompt').id })).id),
  rememberAsked: ({ who, any, second }) =>
    who.client.prompts.markAsked({
      id: any('prompt').id,
      storyId: any('story', second).id,
      at: new Date().toISOString(),
    }),
  makePlaylist: async ({ who, any, first, second, keep }) => {
    const promptIds = [...new Set([any('prompt').id, any('prompt', second).id])]
    const { id } = await who.client.prompts.createPlaylist({ id: uuidv7(), name: `List ${first}`, promptIds })
    keep('playlist', id)
  },
  changePlaylist: async ({ who, any, second }) => {
    const { id } = any('playlist')
    const { version, promptIds } = await who.client.prompts.playlist({ id })
    const turned = [...promptIds.slice(1), ...promptIds.slice(0, 1)]
    await who.client.prompts.updatePlaylist({
      id,
      version,
      promptIds: second % 2 === 0 || turned.length < 2 ? turned : turned.slice(1),
    })
  },
  addToPlaylist: ({ who, any, second }) =>
    who.client.prompts.addToPlaylist({ id: any('playlist').id, promptId: any('prompt', second).id }),
  deletePlaylist: ({ who, any }) => who.client.prompts.deletePlaylist({ id: any('playlist').id }),
  copyPlaylist: async ({ who, any, keep }) => {
    const copyId = uuidv7()
    await who.client.prompts.copyPlaylist({ id: any('playlist').id, copyId })
    keep('playlist', copyId)
  },
  publish: ({ who, any, second }) => {
    const kind = second % 2 === 0 ? ('prompt' as const) : ('playlist' as const)
    const thing = { kind, id: any(kind).id }
    return second % 5 === 0 ? who.client.community.withdraw(thing) : who.client.community.publish(thing)
  },
  report: async ({ who, second }) => {
    const { items } = await who.client.prompts.list({ list: 'community', limit: 100 })
    const one = items[second % Math.max(items.length, 1)]
    if (!one) throw new NothingThere()
    await who.client.community.report({ kind: 'prompt', id: one.id, reason: who.word })
  },
}
