import { limits } from '#contract/limits.ts'
import { portraitPath } from '#contract/paths.ts'
import { fetchAsUser } from './request.ts'

/**
 * Puts a picture of somebody in place of the one that is there.
 * @throws with the code that the server refused it by; what is too large is not even sent
 */
export async function putPortrait(memberId: string, picture: Blob): Promise<void> {
  if (picture.size > limits.portraitBytes) throw refusal('PAYLOAD_TOO_LARGE')
  const response = await fetchAsUser(portraitPath(memberId), { method: 'PUT', body: picture })
  if (response.ok) return
  const { code }: { code?: string } = await response.json().catch(() => ({}))
  throw refusal(code ?? 'INTERNAL_SERVER_ERROR')
}

const refusal = (code: string) => Object.assign(new Error('the picture was refused'), { code })
