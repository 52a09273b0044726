import type { SharedRole } from '#contract/rights.ts'
import type { ResourceType } from '#contract/sharing.ts'

/** The roles as people read them. */
export const roleWords: Record<SharedRole, { label: string; may: string }> = {
  viewer: { label: 'Viewer (view only)', may: 'You can look at it.' },
  editor: { label: 'Editor (can edit)', may: 'You can look at it and change it.' },
  admin: { label: 'Admin (full access)', may: 'You can change it, share it and delete it.' },
}

/** What a role lets one do with a kind of thing. Nobody but its owner takes a person out of a family. */
export const mayDo = (type: ResourceType, role: SharedRole): string =>
  type === 'family_member' && role === 'admin' ? 'You can change it and share it.' : roleWords[role].may

/** The role that is offered first. */
export const defaultRole: SharedRole = 'viewer'
