import { familyMembersRoutes } from './features/family-members/family-members.routes.ts'
import type { Services } from './services.ts'

/** What answers each procedure of the contract: one line a feature. */
export function createRouter(services: Services) {
  return {
    familyMembers: familyMembersRoutes(services),
  }
}

export type AppRouter = ReturnType<typeof createRouter>
