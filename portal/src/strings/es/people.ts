import type { Catalog } from '../../language/catalog.ts'

export const peopleText: Catalog['peopleText'] = {
  title: 'Personas',
  description: 'Miembros de esta empresa y sus roles.',
  invite: 'Invitar miembro',
  members: 'Miembros',
  name: 'Nombre',
  role: 'Rol',
  twoFactor: 'Dos pasos',
  twoFactorOn: 'Activada',
  twoFactorOff: 'Desactivada',
  lastSeen: 'Última actividad',
  noSession: 'No recientemente',
  joined: 'Incorporación',
  you: 'Usted',
  menuOf: (name) => `Acciones para ${name}`,

  roles: {
    viewer: 'Lector',
    editor: 'Editor',
    developer: 'Desarrollador',
    admin: 'Administrador',
    owner: 'Propietario',
  },
  roleTexts: {
    viewer: 'Puede ver todo en la biblioteca.',
    editor:
      'Puede hacer todo lo que un lector, cambiar recursos, plantillas y kits de marca, y renderizar plantillas.',
    developer:
      'Puede hacer todo lo que un lector, renderizar plantillas y gestionar clientes y webhooks.',
    admin:
      'Puede hacer todo lo que un editor y un desarrollador, gestionar personas y ver la actividad.',
    owner: 'Puede hacer todo lo que un administrador y gestionar propietarios.',
  },
  changeRole: 'Cambiar rol',
  changeRoleTitle: (name) => `Cambiar el rol de ${name}`,
  roleChanged: 'Rol cambiado',
  saveRole: 'Guardar rol',
  remove: 'Eliminar miembro',
  removeMember: 'Eliminar de la empresa',
  removeTitle: (name) => `¿Eliminar a ${name}?`,
  removeText: 'Pierde el acceso a esta empresa de inmediato. Todo lo que creó se conserva.',
  removed: 'Miembro eliminado',

  inviteTitle: 'Invitar miembro',
  email: 'Correo electrónico',
  emailHint: 'La invitación solo vale para este correo electrónico. Caduca al cabo de siete días.',
  sendInvitation: 'Enviar invitación',
  mailed: (email) => `Invitación enviada a ${email}`,
  linkTitle: 'Comparta el enlace de invitación',
  linkText: (email) =>
    `No hay ningún servidor de correo configurado. Envíe este enlace a ${email} por un medio de confianza.`,
  link: 'Enlace de invitación',
  copyLink: 'Copiar enlace',
  copyLinkOf: (email) => `Copiar enlace para ${email}`,
  invitations: 'Invitaciones',
  invitedBy: (name) => `invitación de ${name}`,
  ends: 'caduca',
  ended: 'caducada: envíe una invitación nueva',
  takeBack: 'Revocar',
  takeBackOf: (email) => `Revocar la invitación de ${email}`,
  takenBack: 'Invitación revocada',
}
