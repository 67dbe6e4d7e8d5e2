import { translated } from '../language/translated.ts'

/** Fields of events, in the words of the details. Several fields can have one word. */
const fields: Readonly<Record<string, string>> = {
  name: 'name',
  filename: 'file name',
  folder_id: 'folder',
  path: 'folder',
  alt_text: 'alt text',
  description: 'description',
  copyright: 'copyright',
  license: 'license',
  usage_terms: 'usage terms',
  releases: 'releases',
  available_from: 'start of the rights',
  expires_at: 'end of the rights',
  external_id: 'external ID',
  focal_point: 'focal point',
  metadata: 'metadata',
  tags: 'tags',
  properties: 'properties',
}

export const assetHistoryText = translated('assetHistoryText', {
  title: 'History',
  show: 'Show history',
  someone: 'Somebody',
  operator: 'An operator',
  system: 'The server',
  goneClient: 'A deleted client',
  visitor: 'A visitor',
  visitorOf: (share: string) => `A visitor of ${share}`,
  fields,
  created: (who: string) => `${who} added the asset`,
  changed: (who: string) => `${who} changed the asset`,
  updated: (who: string, what: string) => `${who} changed: ${what}`,
  replaced: (who: string) => `${who} added a new version of the file`,
  deleted: (who: string) => `${who} moved the asset to the trash`,
  restored: (who: string) => `${who} restored the asset`,
  reviewed: (who: string, state: string) => `${who} set the review state: ${state}`,
  expiring: (day: string) => `The rights end on ${day}`,
  expired: 'The rights expired',
})
