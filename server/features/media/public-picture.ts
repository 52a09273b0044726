import type { Context } from 'hono'
import { codeError } from '../../errors.ts'
import { inDrawingTurn } from '../../media/drawing-turns.ts'
import { drawPublicPicture, PICTURE_TYPE } from '../../media/image.ts'
import { MediaError } from '../../media/media-tool.ts'
import type { Services } from '../../services.ts'
import { withLocalFile } from '../../storage/local-file.ts'
import type { StoredFile } from './answer-file.ts'
import { contentDisposition, downloadName } from './content-disposition.ts'

/** Pictures being drawn, by storage key: everybody who asks for one meanwhile waits for the same drawing. */
const underWay = new Map<string, Promise<Uint8Array>>()

/**
 * Answers GET and HEAD of a photograph at a public address with a redrawn copy, because the file itself may say where the
 * family lives. A picture that cannot be redrawn is not handed out at all.
 */
export async function answerPublicPicture(
  c: Context,
  services: Services,
  file: StoredFile & { ownerId: string },
): Promise<Response> {
  const etag = file.sha256 ? `"${file.sha256}.public"` : null
  const name = downloadName(file).replace(/\.\w{2,5}$/, '')
  const headers = new Headers({
    'Cache-Control': 'private, max-age=3600',
    'Content-Disposition': contentDisposition(
      c.req.query('download') === '1' ? 'attachment' : 'inline',
      `${name}.jpg`,
    ),
    'Content-Type': PICTURE_TYPE,
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
  })
  if (etag) headers.set('ETag', etag)
  if (etag && c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers })
  if (c.req.method === 'HEAD') return new Response(null, { headers })

  const bytes = await drawn(services, file)
  headers.set('Content-Length', String(bytes.byteLength))
  return new Response(Buffer.from(bytes), { headers })
}

type Shown = { storageKey: string; ownerId: string }

async function drawn({ storage, log }: Services, { storageKey, ownerId }: Shown): Promise<Uint8Array> {
  const draw = () => withLocalFile(storage, storageKey, drawPublicPicture)
  const drawing = underWay.get(storageKey) ?? inDrawingTurn(ownerId, draw)
  underWay.set(storageKey, drawing)
  try {
    return await drawing
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    log.warn({ err: error, storageKey }, 'a picture behind a public link cannot be drawn')
    throw codeError('NOT_FOUND')
  } finally {
    underWay.delete(storageKey)
  }
}
