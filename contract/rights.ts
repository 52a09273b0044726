/** Who may do what. This is separate from the schemas, so that a page that needs it does not load zod. */

/** A viewer sees, an editor also changes, an admin also shares and deletes. */
export const sharedRoles = ['viewer', 'editor', 'admin'] as const
export type SharedRole = (typeof sharedRoles)[number]
export type StoryRole = 'owner' | SharedRole

/** Whether a role allows changing what is there. */
export const mayChange = (role: StoryRole): boolean => role !== 'viewer'

/** Whether a role allows sharing and deleting. */
export const mayManage = (role: StoryRole): boolean => role === 'owner' || role === 'admin'

/** Whether a role allows adding and removing recordings and files, which use the owner's storage. */
export const mayAdd = (role: StoryRole): boolean => role === 'owner'
