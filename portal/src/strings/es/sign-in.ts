import type { Catalog } from '../../language/catalog.ts'

export const doorsText: Catalog['doorsText'] = {
  email: 'Correo electrónico',
  password: 'Contraseña',
  name: 'Nombre',
  newPassword: 'Contraseña nueva',
  passwordHint: (min) => `Al menos ${min} caracteres. Una frase funciona bien.`,
  passwordTooShort: (min) => `Introduzca al menos ${min} caracteres.`,
  emailInvalid: 'Introduzca un correo electrónico válido.',
  back: 'Volver al inicio de sesión',

  endedTitle: 'La sesión ha terminado',
  endedText: (email) =>
    `Inicie sesión como ${email} para continuar. No se pierde nada en esta página y las subidas continúan.`,
  otherWay: 'Iniciar sesión de otra forma',

  signInTitle: 'Iniciar sesión',
  signIn: 'Iniciar sesión',
  forgot: '¿Olvidó su contraseña?',
  or: 'o',
  passkey: 'Iniciar sesión con una llave de acceso',
  sso: (name) => `Continuar con ${name}`,
  ssoFailed: 'El inicio de sesión único falló. Inténtelo de nuevo o inicie sesión de otra forma.',
  ssoTooLate: 'El inicio de sesión tardó demasiado o comenzó en otra ventana. Inténtelo de nuevo.',
  ssoNotJoined:
    'Su cuenta tiene una contraseña. Inicie sesión primero con la contraseña y conecte después el inicio de sesión único en la página de su cuenta.',
  ssoNotInvited:
    'No hay ninguna invitación para el correo electrónico que usa su organización. Pida a un administrador que invite a este correo.',
  ssoNoAccess:
    'No tiene acceso a ninguna empresa. Pida a su equipo de TI un grupo con acceso o una invitación a un administrador.',
  ssoGroupsUnreadable:
    'No se pudieron leer sus grupos, por lo que se desconoce su acceso. Contacte con su equipo de TI.',

  twoFactorTitle: 'Autenticación en dos pasos',
  twoFactorApp: 'Introduzca el código de seis dígitos de su aplicación de autenticación.',
  twoFactorBackup: 'Introduzca uno de sus códigos de respaldo. Cada código funciona una vez.',
  code: 'Código',
  backupCode: 'Código de respaldo',
  trust: 'No preguntar en este dispositivo durante 30 días',
  verify: 'Verificar código',
  useBackup: 'Usar un código de respaldo',
  useApp: 'Usar la aplicación de autenticación',

  forgotTitle: 'Restablecer la contraseña',
  forgotText: 'Le enviamos un enlace para elegir una contraseña nueva.',
  sendLink: 'Enviar enlace',
  sentTitle: 'Revise su correo electrónico',
  sent: (email) => `Si existe una cuenta para ${email}, recibirá un enlace. Funciona durante una hora.`,
  noMail:
    'No hay ningún servidor de correo configurado. Pida un enlace al operador: «atelier-server person password-link» crea uno.',

  resetTitle: 'Elija una contraseña nueva',
  reset: 'Guardar contraseña',
  resetDone: 'Contraseña cambiada. Inicie sesión con la contraseña nueva.',
  linkDeadTitle: 'Este enlace ya no funciona',
  linkDead: 'El enlace caducó o ya se usó. Solicite uno nuevo.',
  askAgain: 'Solicitar un enlace nuevo',

  setupTitle: 'Configurar Atelier',
  setupText: 'Usted será el operador de esta instalación y el propietario de su primera empresa.',
  setupToken: 'Token de configuración',
  setupTokenHint: 'El servidor escribe el token en su registro al iniciarse.',
  you: 'Usted',
  organization: 'Su organización',
  enterprise: 'Organización',
  enterpriseHint: 'La organización en su conjunto. Puede tener varias empresas.',
  firstCompany: 'Primera empresa',
  firstCompanyHint: 'Una empresa tiene su propia biblioteca. Puede ser una marca, una filial o un país.',
  finish: 'Finalizar configuración',

  invitationTo: (company) => `Tiene una invitación a ${company}`,
  invitedBy: (email, role) => `${email} le invitó con el rol de ${role}.`,
  toPortal: 'Abrir el portal',
  invitationAs: (email) => `Ha iniciado sesión como ${email}.`,
  makeAccount: 'Crear cuenta',
  accept: 'Aceptar invitación',
  joined: (company) => `Le damos la bienvenida a ${company}`,
  otherAccount: 'Usar otra cuenta',
  invitationDeadTitle: 'Esta invitación no funciona',
  invitationDead:
    'La invitación puede haber caducado, haberse revocado o aceptado ya, o ser para otro correo electrónico. Pida una invitación nueva.',
}
