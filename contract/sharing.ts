import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { familyMember } from '#contract/family-members.ts'
import { emailAddress, id, instant, pageInput, pageOf } from '#contract/fields.ts'
import { procedure } from '#contract/procedure.ts'
import { storyCard } from '#contract/stories.ts'
import { sharedRole, storyRole } from '#contract/story-roles.ts'
import { storybookCard } from '#contract/storybooks.ts'

/** The types of things that can be shared. */
export const resourceTypes = ['story', 'storybook', 'family_member'] as const
export const resourceType = z.enum(resourceTypes)
export type ResourceType = z.infer<typeof resourceType>

/** A person with access. */
export const sharedPerson = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role: sharedRole,
  createdAt: instant,
  /** Whether this is the requesting person. */
  isYou: z.boolean(),
})
export type SharedPerson = z.infer<typeof sharedPerson>

/** An invitation that has not been accepted yet. */
export const invitation = z.object({
  id,
  email: z.string(),
  role: sharedRole,
  expiresAt: instant,
  isExpired: z.boolean(),
  /** Whether it opens nothing because whoever sent it may share this no more. A server of an older version does not say. */
  isWorthless: z.boolean().optional(),
})
export type Invitation = z.infer<typeof invitation>

/** Who may do what with one shared thing. */
export const sharing = z.object({
  title: z.string(),
  ownerName: z.string(),
  /** What the requesting person may do. */
  role: storyRole,
  people: z.array(sharedPerson),
  invitations: z.array(invitation),
})
export type Sharing = z.infer<typeof sharing>

/** The owner, and since when it is shared; `shareId` is what the receiver passes to `revoke` to give up access. */
const share = { shareId: id, ownerName: z.string(), role: sharedRole, sharedAt: instant }

export const sharedStory = storyCard.extend(share)
export type SharedStory = z.infer<typeof sharedStory>

export const sharedStorybook = storybookCard.extend(share)
export type SharedStorybook = z.infer<typeof sharedStorybook>

/** A person of another family. */
export const sharedMember = familyMember
  .pick({
    id: true,
    firstName: true,
    lastName: true,
    dateOfBirth: true,
    dateOfDeath: true,
    isDeceased: true,
    portrait: true,
    isSelf: true,
    isPlaceholder: true,
  })
  .extend(share)
export type SharedMember = z.infer<typeof sharedMember>

const resource = z.object({ resourceType, resourceId: id })
const withPerson = resource.extend({ email: emailAddress, role: sharedRole })
const one = resource.extend({ id })
const path = '/sharing/{resourceType}/{resourceId}' as const

export const sharingContract = {
  get: procedure
    .route({ method: 'GET', path, summary: 'Who may see, change or look after something' })
    .input(resource)
    .output(sharing)
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
  share: procedure
    .route({ method: 'POST', path: `${path}/people`, summary: 'Give somebody with an account access' })
    .input(withPerson)
    .output(sharedPerson)
    .errors(
      errors(
        'NOT_FOUND',
        'FORBIDDEN',
        'USER_NOT_FOUND',
        'ALREADY_SHARED',
        'SHARING_LIMIT_REACHED',
        'TOO_MANY_REQUESTS',
      ),
    ),
  setRole: procedure
    .route({ method: 'PATCH', path: `${path}/people/{id}`, summary: 'Change what somebody may do' })
    .input(one.extend({ role: sharedRole }))
    .output(sharedPerson)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'SHARING_LIMIT_REACHED')),
  revoke: procedure
    .route({
      method: 'DELETE',
      path: `${path}/people/{id}`,
      summary: 'Take access away, or give up your own',
    })
    .input(one)
    .output(z.object({ id }))
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
  invite: procedure
    .route({
      method: 'POST',
      path: `${path}/invitations`,
      summary: 'Invite somebody without an account, by mail',
    })
    .input(withPerson)
    .output(invitation)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'SHARING_LIMIT_REACHED', 'TOO_MANY_REQUESTS')),
  cancelInvitation: procedure
    .route({ method: 'DELETE', path: `${path}/invitations/{id}`, summary: 'Take an invitation back' })
    .input(one)
    .output(z.object({ id }))
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
  withMe: procedure
    .route({
      method: 'GET',
      path: '/shared-with-me',
      summary: 'Stories that others share with you, newest first',
    })
    .input(pageInput)
    .output(pageOf(sharedStory)),
  storybooksWithMe: procedure
    .route({
      method: 'GET',
      path: '/shared-with-me/storybooks',
      summary: 'Storybooks that others share with you, newest first',
    })
    .input(pageInput)
    .output(pageOf(sharedStorybook)),
  membersWithMe: procedure
    .route({
      method: 'GET',
      path: '/shared-with-me/family-members',
      summary: 'People whom others share with you, newest first',
    })
    .input(pageInput)
    .output(pageOf(sharedMember)),
  /** For anybody who holds the invitation, without signing in. The token travels in the body, not in an address. */
  readInvitation: procedure
    .route({ method: 'POST', path: '/invitation/read', summary: 'What an invitation is to' })
    .input(z.object({ token: z.string().max(100) }))
    .output(
      z.object({
        resourceType,
        title: z.string(),
        inviter: z.string(),
        role: sharedRole,
        /** Of a used one: whether it leads the person who asks to the story, who took it or whose story it is. An older server does not say. */
        isYours: z.boolean().optional(),
      }),
    )
    .errors(errors('NOT_FOUND', 'INVITATION_EXPIRED', 'INVITATION_USED', 'TOO_MANY_REQUESTS')),
  accept: procedure
    .route({ method: 'POST', path: '/invitation/accept', summary: 'Turn an invitation into access' })
    .input(z.object({ token: z.string().max(100) }))
    .output(resource)
    .errors(errors('NOT_FOUND', 'INVITATION_EXPIRED', 'INVITATION_USED', 'SHARING_LIMIT_REACHED')),
}
