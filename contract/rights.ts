/** Who may do what. Apart from the schemas, so that a page that asks does not load zod. */

/** viewer sees, editor changes, admin also shares and deletes. */
export const sharedRoles = ['viewer', 'editor', 'admin'] as const
export type SharedRole = (typeof sharedRoles)[number]
export type StoryRole = 'owner' | SharedRole

/** Whether a role lets one change what is there. */
export const mayChange = (role: StoryRole): boolean => role !== 'viewer'

/** Whether a role lets one share and delete. */
export const mayManage = (role: StoryRole): boolean => role === 'owner' || role === 'admin'

/** Whether a role lets one add and take out recordings and files, which take the owner's room. */
export const mayAdd = (role: StoryRole): boolean => role === 'owner'
