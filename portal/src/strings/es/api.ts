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
  wrongPassword: 'El correo electrónico o la contraseña no son correctos. Compruébelos e inténtelo de nuevo.',
  wrongCurrentPassword: 'La contraseña no es correcta. Inténtelo de nuevo.',
  wrongCode: 'El código no es correcto o ha caducado. Introduzca el código actual.',
  wrongBackupCode: 'El código de respaldo no es correcto o ya se usó. Introduzca otro.',
  passwordTooShort: 'La contraseña es demasiado corta. Introduzca una más larga.',
  passwordTooLong: 'La contraseña es demasiado larga. Introduzca una más corta.',
  stepTooLate: 'El inicio de sesión tardó demasiado. Vuelva a iniciar sesión.',
  linkDead: 'El enlace caducó o ya se usó. Solicite uno nuevo.',
  passkeyFailed: 'No se aceptó la llave de acceso. Inténtelo de nuevo o inicie sesión de otra forma.',
  passkeyUnknown: 'Esta cuenta no tiene esa llave de acceso. Inicie sesión de otra forma.',
  passkeyKnown: 'Este dispositivo ya tiene una llave de acceso de su cuenta.',
  tooManyAttempts: 'Demasiados intentos. Espere un minuto e inténtelo de nuevo.',
}
