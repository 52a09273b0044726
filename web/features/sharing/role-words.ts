import type { SharedRole } from '#contract/rights.ts'
import type { ResourceType } from '#contract/sharing.ts'

type Words = {
  /** What somebody who gives the role reads. */
  label: string
  /** What somebody reads who has it. */
  may: string
}

const roleWords: Record<SharedRole, Words> = {
  viewer: { label: 'Viewer: can look at it', may: 'You can look at it.' },
  editor: { label: 'Editor: can change it', may: 'You can look at it and change it.' },
  admin: { label: 'Admin: can do everything', may: 'You can change it, share it and delete it.' },
}

/** What a role lets one do with a kind of thing, as people read it. Nobody but its owner takes a person out of a family. */
export const wordsOfRole = (type: ResourceType, role: SharedRole): Words =>
  type === 'family_member' && role === 'admin'
    ? { label: 'Admin: can also share it', may: 'You can change it and share it.' }
    : roleWords[role]

/** The role that is offered first. */
export const defaultRole: SharedRole = 'viewer'
