import { translated } from '../language/translated.ts'

export const settingsText = translated('settingsText', {
  title: 'Settings',
  description: 'Company settings',
  name: 'Name',
  nameText: 'Shown in the menu and in invitations.',
  save: 'Save name',
  saved: 'Name saved',
  location: 'Location data',
  locationText:
    'Photos can contain the location where they were taken. Files in the library keep the location; downloads, links, shares and zips can exclude it.',
  removeLocation: 'Remove GPS coordinates and place names from files that leave the library',
  locationRemoved: 'Location data is removed from downloads',
  locationKept: 'Location data stays in downloads',
  enterprise: 'Enterprise',
  enterpriseText: 'The organization that the company belongs to.',
  id: 'Company ID',
  idText: 'For support requests, and for tools that require it.',
  copyId: 'Copy company ID',
})
