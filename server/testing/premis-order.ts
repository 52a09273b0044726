import type { XmlElement } from './xml.ts'

/**
 * The children that an element of PREMIS 3.0 may have, and their order, for those elements that Kinora writes; `?` is optional, `*`
 * may be repeated, `+` is required and may be repeated. Taken from the schema of 2016-01-18
 * (https://www.loc.gov/standards/premis/premis.xsd).
 */
const orders: Record<string, string> = {
  premis: 'object+ event* agent*',
  'object:representation': 'objectIdentifier+ originalName? storage* relationship* linkingEventIdentifier*',
  'object:file':
    'objectIdentifier+ preservationLevel* significantProperties* objectCharacteristics+ originalName? storage* signatureInformation* relationship* linkingEventIdentifier*',
  objectIdentifier: 'objectIdentifierType objectIdentifierValue',
  objectCharacteristics: 'compositionLevel? fixity* size? format+ creatingApplication* inhibitors*',
  fixity: 'messageDigestAlgorithm messageDigest messageDigestOriginator?',
  format: 'formatDesignation formatRegistry? formatNote*',
  formatDesignation: 'formatName formatVersion?',
  creatingApplication: 'creatingApplicationName creatingApplicationVersion? dateCreatedByApplication?',
  storage: 'contentLocation storageMedium?',
  contentLocation: 'contentLocationType contentLocationValue',
  relationship: 'relationshipType relationshipSubType relatedObjectIdentifier+ relatedEventIdentifier*',
  relatedObjectIdentifier: 'relatedObjectIdentifierType relatedObjectIdentifierValue relatedObjectSequence?',
  event:
    'eventIdentifier eventType eventDateTime eventDetailInformation* eventOutcomeInformation* linkingAgentIdentifier* linkingObjectIdentifier*',
  eventIdentifier: 'eventIdentifierType eventIdentifierValue',
  eventDetailInformation: 'eventDetail?',
  eventOutcomeInformation: 'eventOutcome eventOutcomeDetail*',
  eventOutcomeDetail: 'eventOutcomeDetailNote',
  linkingAgentIdentifier: 'linkingAgentIdentifierType linkingAgentIdentifierValue linkingAgentRole*',
  linkingObjectIdentifier: 'linkingObjectIdentifierType linkingObjectIdentifierValue linkingObjectRole*',
  agent: 'agentIdentifier+ agentName* agentType? agentVersion? agentNote*',
  agentIdentifier: 'agentIdentifierType agentIdentifierValue',
}

/** Complaints about elements whose children the schema does not allow, or not in that order. */
export function premisComplaints(found: XmlElement): string[] {
  const type = found.attributes['xsi:type']
  const order = orders[type === undefined ? found.name : `${found.name}:${type}`]
  if (order === undefined) return found.children.length > 0 ? [`${found.name} may hold nothing`] : []

  const pattern = order
    .split(' ')
    .map((one) => one.replace(/^(\w+)([?*+]?)$/, '(?:$1 )$2'))
    .join('')
  const children = found.children.map(({ name }) => `${name} `).join('')
  const own = new RegExp(`^${pattern}$`).test(children) ? [] : [`${found.name}: ${children}`]
  return [...own, ...found.children.flatMap(premisComplaints)]
}
