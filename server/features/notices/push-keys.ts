import { createECDH } from 'node:crypto'
import type { Services } from '../../services.ts'

export type PushKeys = { subject: string; publicKey: string; privateKey: string }

const PRIVATE_KEY_BYTES = 32

/**
 * The key pair that signs this server's pushes (VAPID, RFC 8292): the operator's, or one derived from the master
 * secret, so that all instances have the same and nothing else needs a backup. Both keys are base64url.
 */
export function pushKeys({ env, secrets }: Pick<Services, 'env' | 'secrets'>): PushKeys {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(
    env.pushKey === undefined ? secrets.derive('web push') : Buffer.from(env.pushKey, 'base64url'),
  )
  return {
    subject: contactOf(env),
    publicKey: pair.getPublicKey('base64url'),
    privateKey: whole(pair.getPrivateKey()).toString('base64url'),
  }
}

/** A key in all its bytes: those that are zero in front are left out of the number. */
const whole = (key: Buffer): Buffer => Buffer.concat([Buffer.alloc(PRIVATE_KEY_BYTES - key.length), key])

/** The contact for push services. It has to be an https: or a mailto: URL. */
function contactOf({ publicUrl, mailFrom }: Services['env']): string {
  if (publicUrl.startsWith('https:')) return publicUrl
  return `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`
}
