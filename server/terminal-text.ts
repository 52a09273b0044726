/** What somebody wrote, as one line for an operator's terminal, which would obey control characters and begin another line. */
export const terminalText = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ').trim()
