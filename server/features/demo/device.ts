import { setTimeout as pause } from 'node:timers/promises'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { z } from 'zod'
import type { Contract } from '#contract/index.ts'
import { chunkPath, tusPath } from '#contract/paths.ts'
import type { RecordingStart } from '#contract/recordings.ts'
import { contentDigestOf, sha256Of } from '../../sha256.ts'

const session = z.object({ access_token: z.string(), user: z.object({ id: z.uuid() }) })
const SECONDS_FOR_A_RECORDING = 120

/** The account exists, with another password than the given one. */
export class OtherPassword extends Error {
  override readonly name = 'OtherPassword'
}

export type Account = { email: string; password: string; name: string }
export type Device = Awaited<ReturnType<typeof openDevice>>

/**
 * A client that is signed in to an account, which is created if it does not exist, and uses the server's public API. It has no more
 * rights than the person has.
 * @throws OtherPassword
 */
export async function openDevice(origin: string, account: Account) {
  const { access_token: token, user } = await enter(origin, account)
  const request = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${token}`)
    const response = await fetch(new URL(path, origin), { ...init, headers })
    if (!response.ok) throw new Error(`${init.method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const link = new RPCLink({ url: `${origin}/rpc`, headers: { authorization: `Bearer ${token}` } })
  const client: ContractRouterClient<Contract> = createORPCClient(link)

  return {
    userId: user.id,
    client,
    request,
    record: (start: RecordingStart, bytes: Uint8Array<ArrayBuffer>, durationMs: number) =>
      record(client, request, start, bytes, durationMs),
    upload: (storyId: string, fileName: string, bytes: Uint8Array<ArrayBuffer>) =>
      upload(request, storyId, fileName, bytes),
  }
}

/** Whether the password of an account is the one that it was given. The session that this needs is ended again. */
export async function letsIn(origin: string, { email, password }: Account): Promise<boolean> {
  const answer = await post(origin, 'token?grant_type=password', { email, password })
  if (!answer.ok) return answer.status !== 400
  const { access_token: token } = session.parse(await answer.json())
  await post(origin, 'logout?scope=local', {}, token)
  return true
}

function post(origin: string, path: string, body: object, token?: string): Promise<Response> {
  return fetch(`${origin}/auth/v1/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
}

async function enter(origin: string, { email, password, name }: Account) {
  const known = await post(origin, 'token?grant_type=password', { email, password })
  const answer = known.ok
    ? known
    : await post(origin, 'signup', { email, password, data: { full_name: name } })
  if (answer.ok) return session.parse(await answer.json())

  const refusal = await answer.text()
  const Failure = refusal.includes('user_already_exists') ? OtherPassword : Error
  throw new Failure(`the demo account cannot be entered: ${refusal}`)
}

type Request = (path: string, init: RequestInit) => Promise<Response>
type Client = ContractRouterClient<Contract>

/** Sends a whole recording and waits until the server has stored it safely and it can be played. */
async function record(
  client: Client,
  request: Request,
  start: RecordingStart,
  body: Uint8Array<ArrayBuffer>,
  durationMs: number,
): Promise<void> {
  const begun = await client.recordings.start(start)
  if (begun.state === 'receiving') {
    const headers = { 'content-digest': contentDigestOf(body) }
    await request(chunkPath(start.id, 0), { method: 'PUT', headers, body })
    await client.recordings.complete({
      id: start.id,
      chunkCount: 1,
      sizeBytes: body.length,
      sha256: sha256Of(body),
      durationMs,
    })
  }
  for (let waited = 0; waited < SECONDS_FOR_A_RECORDING * 10; waited += 1) {
    const { state } = await client.recordings.status({ id: start.id })
    if (state === 'ready' || state === 'failed') return
    await pause(100)
  }
  throw new Error(`the recording “${start.story.title}” was not ready after ${SECONDS_FOR_A_RECORDING} s`)
}

/** Adds a file to a story, by tus. @returns the id of the file */
async function upload(
  request: Request,
  storyId: string,
  fileName: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const tus = { 'tus-resumable': '1.0.0' }
  const metadata = `filename ${base64(fileName)},storyId ${base64(storyId)}`
  const begun = await request(tusPath, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(body.length), 'upload-metadata': metadata },
  })
  const place = begun.headers.get('location') ?? ''
  const headers = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  await request(place, { method: 'PATCH', headers, body })
  return place.split('/').at(-1) ?? ''
}
