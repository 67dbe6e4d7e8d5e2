import type { MailTexts } from '../texts.ts'

export const es: MailTexts = {
  unnamed: { company: 'una empresa', member: 'Un miembro', client: 'Un cliente', item: 'un elemento' },
  more: (count) => `y ${count.toLocaleString('es')} más`,
  render: (template) => `un renderizado de ${template}`,
  digest: {
    commented: (author, item) => `${author} le mencionó en un comentario sobre ${item}:`,
    submitted: (author, item) => `${author} envió ${item} a revisión:`,
    approved: (author, item) => `${author} aprobó ${item}:`,
    rejected: (author, item) => `${author} rechazó ${item}:`,
  },
  test: {
    subject: 'Correo de prueba de Atelier',
    text: 'Hola:\n\nEl servidor de correo de su instalación de Atelier funciona: este es el correo de prueba que pidió.\n',
  },
  resetPassword: (account, url) => ({
    subject: 'Restablezca su contraseña de Atelier',
    text: `Hola:\n\nSe solicitó una contraseña nueva para su cuenta de Atelier ${account}. Elíjala con este enlace. Funciona una sola vez y caduca al cabo de una hora:\n\n${url}\n\nSi no la solicitó, ignore este correo. Su contraseña no cambia.\n`,
  }),
  passwordLinkCreated: (account) => ({
    subject: 'Se creó un enlace para cambiar su contraseña de Atelier',
    text: `Hola:\n\nUn operador creó un enlace para elegir una contraseña nueva para su cuenta de Atelier ${account}. El operador le enviará el enlace. Funciona una sola vez y caduca al cabo de una hora.\n\nSi no pidió este enlace, avise a su operador y cambie su contraseña: una contraseña nueva invalida el enlace.\n`,
  }),
  searchesMatched: (company, searches) => ({
    subject: `Nuevos recursos de ${company} para sus búsquedas`,
    text: `Hola:\n\nNuevos recursos de ${company} en Atelier coinciden con estas búsquedas guardadas que sigue:\n\n${searches}\n\nPara no recibir más estos correos, abra una búsqueda y elija «Dejar de seguir».\n`,
  }),
  rightsEnding: (company, assets, url) => ({
    subject: `Vencen los derechos de recursos de ${company}`,
    text: `Hola:\n\nLos derechos de uso de estos recursos de ${company} en Atelier vencen el día indicado o ya han vencido:\n\n${assets}\n\nDesde ese día, los enlaces compartidos, los archivos ZIP y los renderizados excluyen estos recursos. Consulte todos los recursos cuyos derechos vencen pronto:\n\n${url}\n`,
  }),
  digestOf: (company, items) => ({
    subject: `Comentarios y revisiones para usted en ${company}`,
    text: `Hola:\n\nEsto es nuevo para usted en la biblioteca de ${company} en Atelier:\n\n${items}\n`,
  }),
  invitation: (inviter, company, url) => ({
    subject: `Invitación a ${company} en Atelier`,
    text: `Hola:\n\n${inviter} le invitó a la biblioteca de ${company} en Atelier. Acepte la invitación con este enlace. Caduca a los 7 días:\n\n${url}\n\nSi no esperaba esta invitación, ignore este correo.\n`,
  }),
}
