import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'

/*
 * A program for SPEECH_COMMAND that hears four words at the end of any piece, a quarter of a second apart, and logs its requests.
 * If `<journal>.broken` exists, it exits as a program does that is not set up; while `<journal>.held` exists, it goes on listening.
 */
const [journal = '', listensForMs = '0'] = process.argv.slice(2)
const { lengthMs, hints } = JSON.parse(readFileSync(0, 'utf8'))
if (existsSync(`${journal}.broken`)) process.exit(78)

appendFileSync(journal, `${JSON.stringify({ lengthMs, hints })}\n`)
// Gives a test time to kill the server while this program listens.
await after(Number(listensForMs))
while (existsSync(`${journal}.held`)) await after(50)
const words = ['We', 'came', 'to', 'Odessa.'].map((text, index) => ({
  text,
  startMs: lengthMs - 1_500 + index * 250,
  endMs: lengthMs - 1_300 + index * 250,
  confidence: 0.8,
  speaker: '1',
}))
process.stdout.write(JSON.stringify({ language: 'en-US', words }))
