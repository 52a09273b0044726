import { open } from 'node:fs/promises'
import { escapeXml } from '#contract/escape-markup.ts'
import { version } from '../../../version.ts'
import { element } from '../../../xml.ts'
import type { Bag } from '../bag/bag.ts'
import type { ListedFile } from '../write-zip.ts'
import { eventsOf, type Packed, packingEvent } from './events.ts'
import { provenance } from './note-provenance.ts'
import { bagObject, fileObject } from './objects.ts'

const namespace = 'http://www.loc.gov/premis/v3'
const root = [
  'premis version="3.0"',
  `xmlns="${namespace}"`,
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
  `xsi:schemaLocation="${namespace} https://www.loc.gov/standards/premis/premis.xsd"`,
].join(' ')

/**
 * What happened to everything in a bag, as PREMIS 3.0 (https://www.loc.gov/standards/premis/v3): first the files as objects,
 * then the events, then the agents, in the order of its schema. The provenance file is read twice, so that it is never held in
 * memory.
 */
export async function* premisOf(bag: Bag, payload: readonly ListedFile[]): AsyncGenerator<string> {
  const written = new Map(payload.map((file) => [file.path, file]))
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>\n`
  yield bagObject(bag)
  for await (const one of packed(bag, written)) yield fileObject(bag, one)
  const packedAt = new Date().toISOString()
  yield packingEvent(bag, packedAt)
  for await (const one of packed(bag, written)) yield eventsOf(one, packedAt)
  yield agents(bag)
  yield '</premis>\n'
}

/** Every recorded file, with the size and digest it had when it was written into the bag. */
async function* packed(bag: Bag, written: ReadonlyMap<string, ListedFile>): AsyncGenerator<Packed> {
  for await (const line of linesOf(bag.provenance)) {
    const noted = provenance.parse(JSON.parse(line))
    yield { ...noted, file: written.get(`data/${noted.path}`) ?? null }
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const file = await open(path)
  try {
    yield* file.readLines()
  } finally {
    await file.close()
  }
}

function agents({ about }: Bag): string {
  const agent = (type: string, value: string, ...rest: string[]) =>
    `${element(
      'agent',
      {},
      element(
        'agentIdentifier',
        {},
        element('agentIdentifierType', {}, type),
        element('agentIdentifierValue', {}, value),
      ),
      ...rest,
    )}\n`
  const { id, name } = about.account
  const kinora = [element('agentName', {}, 'Kinora'), element('agentType', {}, 'software')]
  return [
    agent('local', 'kinora', ...kinora, element('agentVersion', {}, escapeXml(version))),
    agent('UUID', id, element('agentName', {}, escapeXml(name)), element('agentType', {}, 'person')),
  ].join('')
}
