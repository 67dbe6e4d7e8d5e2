import type { Catalog } from '../../language/catalog.ts'

export const apiText: Catalog['apiText'] = {
  unreachable: 'No se puede conectar con el servidor. Compruebe la conexión e inténtelo de nuevo.',
  changedMeanwhile: 'Otra persona cambió esto. Revise la versión actual y vuelva a guardar.',
  notAllowed: 'Su rol no permite esta acción. Pida otro rol a un administrador de la empresa.',
  failed: 'El servidor no pudo completar la solicitud. Inténtelo de nuevo en un momento.',
  notFresh:
    'Esta acción requiere un inicio de sesión reciente. Cierre sesión, vuelva a iniciarla e inténtelo de nuevo.',
  signedOut: 'La sesión está cerrada. Inicie sesión de nuevo.',
  noCompany:
    'Esta empresa no existe o usted no es miembro. Pida una invitación a un administrador de la empresa.',
}
