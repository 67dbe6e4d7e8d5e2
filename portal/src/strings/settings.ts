export const settingsText = {
  title: 'Settings',
  description: 'Company settings',
  name: 'Name',
  nameText: 'Shown in the menu and in invitations.',
  save: 'Save name',
  saved: 'Name saved',
  enterprise: 'Enterprise',
  enterpriseText: 'The organization that the company belongs to.',
  id: 'Company ID',
  idText: 'For support requests, and for tools that require it.',
  copyId: 'Copy company ID',
} as const
