import { z } from 'zod'

/** viewer sees, editor changes, admin also shares and deletes. */
export const sharedRoles = ['viewer', 'editor', 'admin'] as const
export const sharedRole = z.enum(sharedRoles)
export type SharedRole = z.infer<typeof sharedRole>

/** What a person may do with a story. */
export const storyRole = z.enum(['owner', ...sharedRoles])
export type StoryRole = z.infer<typeof storyRole>

/** Whether a role lets one change what is there. */
export const mayChange = (role: StoryRole): boolean => role !== 'viewer'

/** Whether a role lets one share and delete. */
export const mayManage = (role: StoryRole): boolean => role === 'owner' || role === 'admin'
