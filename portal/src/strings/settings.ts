export const settingsText = {
  title: 'Settings',
  description: 'Of this company.',
  name: 'Name',
  nameText: 'People see it in the menu and in invitations.',
  save: 'Save',
  saved: 'The name is saved.',
  enterprise: 'Enterprise',
  enterpriseText: 'The organization that the company belongs to.',
  id: 'Company id',
  idText: 'For support, and for tools that ask for it.',
  copyId: 'Copy the company id',
} as const
