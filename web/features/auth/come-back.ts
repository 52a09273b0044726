import { sentenceOfAuthCode } from '../../lib/auth-sentences.ts'

/** What the address contains after the redirect back from a provider's page. */
export type ComeBack = {
  why: 'log-in' | 'link'
  code: string | null
  /** The name that the client gave this visit; null for one that an earlier version of the page began. */
  flow: string | null
  problem: string | null
}

const incomplete = 'The answer that came back was not complete. Please start again.'

/**
 * Reads the address to which providers redirect. Errors are in the query or in the fragment; the service's
 * own description is shown only if we have no sentence for the code.
 */
export function readComeBack(address: URL): ComeBack {
  const fragment = new URLSearchParams(address.hash.slice(1))
  const said = (name: string) => address.searchParams.get(name) ?? fragment.get(name)
  const why = address.searchParams.get('for') === 'link' ? 'link' : 'log-in'
  const code = address.searchParams.get('code')
  const flow = address.searchParams.get('sb_flow_id')

  const failed = said('error') ?? said('error_code')
  if (failed !== null) {
    const problem = sentenceOfAuthCode(said('error_code') ?? failed) ?? sentenceOfAuthCode(failed)
    return { why, code: null, flow, problem: problem ?? said('error_description') ?? incomplete }
  }
  return { why, code, flow, problem: code === null ? incomplete : null }
}
