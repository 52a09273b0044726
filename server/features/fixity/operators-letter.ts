import type { Message } from '../../mail/message.ts'

/** How many originals were newly found damaged, and how many accounts own them. */
export type NewDamage = { files: number; owners: number }

/** The mail to the operators of the instance. It names no person and no file; `npm run fixity` on the machine does. */
export function operatorsLetter(origin: string, { files, owners }: NewDamage): Omit<Message, 'to'> {
  const what = files === 1 ? 'One original is' : `${files} originals are`
  const whose = owners === 1 ? 'one account' : `${owners} accounts`
  return {
    subject: `Kinora found ${files === 1 ? 'a file' : `${files} files`} damaged`,
    text: `${[
      `${what} not what was once given, of ${whose} at ${origin}. Owners are told as they chose, and see it on their stories.`,
      'On the machine:',
      '- npm run fixity says which they are.\n- npm run fixity -- --mend FOLDER takes them from a backup in that folder.',
      'Delete no backup before that, and look after the disk: what is damaged together mostly has one cause.',
      'You get this because OPERATOR_EMAILS names you, once for each file.',
    ].join('\n\n')}\n`,
  }
}
