import { escapeXml } from '#contract/escape-markup.ts'
import { element } from '../../../xml.ts'
import type { Bag } from '../bag/bag.ts'
import type { Packed } from './events.ts'

const text = (name: string, content: string) => element(name, {}, escapeXml(content))

const identifier = (id: string) =>
  element('objectIdentifier', {}, text('objectIdentifierType', 'UUID'), text('objectIdentifierValue', id))

/** The bag as a whole. The schema asks for at least one object, which an archive without files has in this one. */
export const bagObject = ({ id, base }: Bag): string =>
  `${element('object', { 'xsi:type': 'representation' }, identifier(id), text('originalName', base))}\n`

/**
 * A file of the bag: its digest and size as written, and what it is; an empty text for a file that is not in the bag.
 */
export function fileObject(bag: Bag, one: Packed): string {
  const { id, file, name, sourceId } = one
  if (file === null) return ''
  const isFrom = sourceId === null ? '' : relationship('derivation', 'has source', sourceId)
  return `${element(
    'object',
    { 'xsi:type': 'file' },
    identifier(id),
    characteristics(one, file),
    name === '' ? '' : text('originalName', name),
    element(
      'storage',
      {},
      element(
        'contentLocation',
        {},
        text('contentLocationType', 'path in the bag'),
        text('contentLocationValue', file.path),
      ),
    ),
    relationship('structural', 'is included in', bag.id),
    isFrom,
  )}\n`
}

function characteristics({ mimeType, startedAt }: Packed, file: { size: number; sha256: string }): string {
  const [plain = ''] = mimeType.split(';')
  const isRecorded = startedAt !== null
  return element(
    'objectCharacteristics',
    {},
    text('compositionLevel', '0'),
    element(
      'fixity',
      {},
      text('messageDigestAlgorithm', 'SHA-256'),
      text('messageDigest', file.sha256),
      text('messageDigestOriginator', 'Kinora'),
    ),
    text('size', String(file.size)),
    element(
      'format',
      {},
      element(
        'formatDesignation',
        {},
        element('formatName', { authority: 'IANA media types' }, escapeXml(plain.trim())),
      ),
      plain === mimeType ? '' : text('formatNote', mimeType),
    ),
    isRecorded
      ? element(
          'creatingApplication',
          {},
          text('creatingApplicationName', 'Kinora recorder'),
          text('dateCreatedByApplication', startedAt),
        )
      : '',
  )
}

const relationship = (type: string, subType: string, id: string) =>
  element(
    'relationship',
    {},
    text('relationshipType', type),
    text('relationshipSubType', subType),
    element(
      'relatedObjectIdentifier',
      {},
      text('relatedObjectIdentifierType', 'UUID'),
      text('relatedObjectIdentifierValue', id),
    ),
  )
