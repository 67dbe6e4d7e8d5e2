import type { Catalog } from '../../language/catalog.ts'
import { isThisComputer } from '../this-computer.ts'

export const connectText: Catalog['connectText'] = {
  title: (app) => `¿Conectar ${app}?`,
  pageTitle: 'Conectar una aplicación',
  description: (redirectHost, host) =>
    (host === null
      ? ''
      : isThisComputer(redirectHost)
        ? `Un programa de este equipo dice ser la aplicación publicada en ${host}. `
        : `La aplicación está publicada en ${host}. `) +
    `Volverá a ${redirectHost}, que podrá usar Atelier con su cuenta.`,
  trust: 'Cualquiera puede elegir este nombre. Permita solo una aplicación que esté conectando ahora mismo.',
  company: 'Empresa',
  rights: 'La aplicación podrá',
  optional: 'También puede permitir a la aplicación',
  noRights: 'Su rol en esta empresa no permite ninguno de los accesos que solicita la aplicación.',
  allow: 'Permitir',
  deny: 'Rechazar',
  asPerson: (email) => `Sesión iniciada como ${email}`,
  noCompany: 'Aún no es miembro de ninguna empresa. Pida una invitación a un administrador.',
  refusedTitle: 'No se puede conectar la aplicación',
  rightOf: {
    'templates:read': 'buscar y leer plantillas',
    'assets:read': 'buscar y ver recursos',
    'brandkit:read': 'leer kits de marca',
    'renders:read': 'comprobar valores para plantillas',
    'renders:write': 'renderizar plantillas',
    'assets:write': 'cambiar nombres, campos de texto y etiquetas de los recursos',
  },

  apps: 'Aplicaciones conectadas',
  appsText: 'Asistentes y otras aplicaciones que usan Atelier con su cuenta.',
  noApps: 'No hay aplicaciones conectadas. Aquí aparecen los asistentes que conecte a Atelier.',
  lastUsed: 'Último uso',
  neverUsed: 'Sin usar',
  disconnect: 'Desconectar',
  disconnectApp: (app) => `Desconectar ${app}`,
  disconnectTitle: (app) => `¿Desconectar «${app}»?`,
  disconnectText:
    'La aplicación pierde el acceso de inmediato. Puede volver a conectarla desde la aplicación.',
  disconnected: 'Aplicación desconectada',
}
