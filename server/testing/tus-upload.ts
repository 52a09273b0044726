import { Upload } from 'tus-js-client'
import { tusPath } from '#contract/media.ts'

export type TusUpload = {
  id: string
  /** For each resumption: the bytes acknowledged so far, and the offset that the server then reported. */
  resumed: { acknowledged: number; offset: number }[]
}

/**
 * Uploads a file with the standard tus client, in requests of 4 MB, retrying until it is complete. `sent` is called with the
 * progress.
 */
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
