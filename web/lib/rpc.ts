import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { Contract } from '#contract/index.ts'
import { fetchAsUser } from './request.ts'
import { serverLink } from './server-link.ts'

const link = serverLink(() => `${window.location.origin}/rpc`, fetchAsUser)

/** The server's procedures as functions. Only the contract's types are imported: its schemas stay on the server. */
export const client: ContractRouterClient<Contract> = createORPCClient(link)

/** The same procedures as options and keys for TanStack Query. */
export const orpc = createTanstackQueryUtils(client)
