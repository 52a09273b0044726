import type { SharedRole } from '#contract/rights.ts'

/** The roles as people read them. */
export const roleWords: Record<SharedRole, { label: string; may: string }> = {
  viewer: { label: 'Viewer (view only)', may: 'You can look at it.' },
  editor: { label: 'Editor (can edit)', may: 'You can look at it and change it.' },
  admin: { label: 'Admin (full access)', may: 'You can change it, share it and delete it.' },
}

/** The role that is offered first. */
export const defaultRole: SharedRole = 'viewer'
