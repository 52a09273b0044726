import { limits } from '#contract/limits.ts'
import { portraitPath } from '#contract/paths.ts'
import { sentenceOf, situationOf } from './errors.ts'
import { answerIn, refusal } from './refusal.ts'
import { sendFile } from './send-file.ts'

/**
 * Replaces a person's picture.
 * @throws Refusal with the server's code; a picture that is too large is not even sent
 */
export async function putPortrait(memberId: string, picture: Blob): Promise<void> {
  if (picture.size > limits.portraitBytes) throw refusal(413, null)
  const response = await sendFile(portraitPath(memberId), { method: 'PUT', file: picture })
  await answerIn(response)
}

/** Why a picture was rejected, in words about pictures. */
export function pictureProblem(error: unknown): string {
  switch (situationOf(error)) {
    case 'PAYLOAD_TOO_LARGE':
      return 'This picture is larger than 10 MB. Please choose a smaller one; everything stays as it was.'
    case 'FILE_TYPE_REFUSED':
      return 'This is not a picture that Kinora can read. Please choose a PNG or JPG.'
    case 'FILE_UNREADABLE':
    case 'FILE_EMPTY':
      return 'This picture is damaged or empty. Please choose another one; everything stays as it was.'
    default:
      return sentenceOf(error)
  }
}
