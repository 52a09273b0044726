import { createECDH } from 'node:crypto'
import type { Services } from '../../services.ts'

export type PushKeys = { subject: string; publicKey: string; privateKey: string }

/**
 * What this server signs its pushes with (VAPID, RFC 8292): the operator's key, or one that follows from the master secret,
 * so that all instances have the same and nothing else has to be backed up. Both as base64url.
 */
export function pushKeys({ env, secrets }: Pick<Services, 'env' | 'secrets'>): PushKeys {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(
    env.pushKey === undefined ? secrets.derive('web push') : Buffer.from(env.pushKey, 'base64url'),
  )
  return {
    subject: contactOf(env),
    publicKey: pair.getPublicKey('base64url'),
    privateKey: pair.getPrivateKey().toString('base64url').padStart(43, 'A'),
  }
}

/** Whom a push service may write to. It has to be an https: or a mailto: address. */
function contactOf({ publicUrl, mailFrom }: Services['env']): string {
  if (publicUrl.startsWith('https:')) return publicUrl
  return `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`
}
