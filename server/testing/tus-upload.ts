import { Upload } from 'tus-js-client'
import { tusPath } from '#contract/media.ts'

export type TusUpload = {
  id: string
  /** What had been acknowledged, and what the server says that it has, each time that the client asked where to go on. */
  resumed: { acknowledged: number; offset: number }[]
}

/** Sends a file by the stock client, in requests of 4 MB, trying again until it is there. `sent` hears how far it got. */
export function uploadByTus(
  url: string,
  accessToken: string,
  bytes: Buffer,
  sent: (bytes: number) => void,
): Promise<TusUpload> {
  const resumed: TusUpload['resumed'] = []
  let acknowledged = 0
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: url + tusPath,
      headers: { authorization: `Bearer ${accessToken}` },
      metadata: { filename: 'grandmother.webm' },
      chunkSize: 4_000_000,
      retryDelays: Array(60).fill(200),
      onProgress: sent,
      onChunkComplete: (_, accepted) => {
        acknowledged = accepted
      },
      onAfterResponse: (request, response) => {
        if (request.getMethod() !== 'HEAD' || response.getStatus() !== 200) return
        resumed.push({ acknowledged, offset: Number(response.getHeader('Upload-Offset')) })
      },
      onSuccess: () => resolve({ id: upload.url?.split('/').at(-1) ?? '', resumed }),
      onError: reject,
    })
    upload.start()
  })
}
