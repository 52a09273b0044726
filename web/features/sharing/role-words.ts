import type { SharedRole } from '#contract/rights.ts'
import type { ResourceType } from '#contract/sharing.ts'

type Words = {
  /** For the person who gives the role. */
  label: string
  /** For the person who has the role. */
  may: string
}

const roleWords: Record<SharedRole, Words> = {
  viewer: { label: 'Viewer: can look at it', may: 'You can look at it.' },
  editor: { label: 'Editor: can change it', may: 'You can look at it and change it.' },
  admin: { label: 'Admin: can do everything', may: 'You can change it, share it and delete it.' },
}

/** A role's description for a kind of thing. Nobody but its owner can remove a person from a family, so admin means less there. */
export const wordsOfRole = (type: ResourceType, role: SharedRole): Words =>
  type === 'family_member' && role === 'admin'
    ? { label: 'Admin: can also share it', may: 'You can change it and share it.' }
    : roleWords[role]

/** The role that is preselected. */
export const defaultRole: SharedRole = 'viewer'
