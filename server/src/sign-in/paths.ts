export const authPath = '/portal/api/auth'

export const portalPaths = [
  '/portal/api/doors',
  '/portal/api/setup',
  '/portal/api/me',
  '/portal/api/invitations/:id',
  '/portal/api/invitations/:id/acceptance',
]
