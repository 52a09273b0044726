/** What a program we start gets of our environment: nothing of ours leaks, and its messages stay in the language we read. */
export function environmentForChildren(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env
  return { PATH, SystemRoot, TEMP, LC_ALL: 'C', TZ: 'UTC' }
}
