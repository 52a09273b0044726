import { auth } from '../auth-client.ts'
import { sentenceOfAccount } from '../auth-failure.ts'

/** Whether this browser supports security keys and passkeys (WebAuthn). */
export const canUseKeys = (): boolean => 'PublicKeyCredential' in window

/** Adds a key or passkey under a name; the browser asks for it. Resolves with the sentence to show if it was refused, else null. */
export async function addKey(friendlyName: string): Promise<string | null> {
  const { data: known } = await auth.mfa.listFactors()
  const leftOver = known?.all.filter(
    ({ factor_type: type, status }) => type === 'webauthn' && status !== 'verified',
  )
  for (const { id } of leftOver ?? []) await auth.mfa.unenroll({ factorId: id })

  const { error } = await auth.mfa.webauthn.register({ friendlyName })
  return error === null ? null : sentenceOfAccount(error)
}
