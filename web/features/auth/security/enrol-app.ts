import { freeName } from '#contract/free-name.ts'
import { pageAgeMs } from '../../../lib/clock.ts'
import { auth } from '../auth-client.ts'
import { sentenceOfAccount } from '../auth-failure.ts'

const appName = 'Authenticator app'

/** What an app needs to enrol: a picture to scan, and the same as text to type and as an address that opens the app. */
export type NewApp = { factorId: string; begunAt: number; picture: Blob; secret: string; address: string }

/** Begins the enrolment of an authenticator app, and removes earlier ones that were never confirmed. */
export async function beginApp(): Promise<NewApp | { problem: string }> {
  const { data: known } = await auth.mfa.listFactors()
  const factors = known?.all ?? []
  const leftOver = factors.filter(({ factor_type: type, status }) => type === 'totp' && status !== 'verified')
  for (const { id } of leftOver) await auth.mfa.unenroll({ factorId: id })

  const others = factors.filter((factor) => !leftOver.includes(factor))
  const friendlyName = freeName(
    appName,
    others.map(({ friendly_name: name }) => name),
  )
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error !== null) return { problem: sentenceOfAccount(error) }

  const svg = data.totp.qr_code.slice(data.totp.qr_code.indexOf('<svg'))
  return {
    factorId: data.id,
    begunAt: pageAgeMs(),
    picture: new Blob([svg], { type: 'image/svg+xml' }),
    secret: data.totp.secret,
    address: data.totp.uri,
  }
}
