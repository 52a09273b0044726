import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { createFamilyMember, deleteFamilyMember, listFamilyMembers } from './family-members.ts'

export function familyMembersRoutes({ db }: Services) {
  const os = implement(contract.familyMembers).$context<RequestContext>().use(requirePerson)

  return {
    list: os.list.handler(({ input, context }) => listFamilyMembers(db, context.claims, input)),
    create: os.create.handler(({ input, context }) => createFamilyMember(db, context.claims, input)),
    delete: os.delete.handler(({ input, context }) => deleteFamilyMember(db, context.claims, input.id)),
  }
}
