import type { MailTexts } from '../texts.ts'

export const en: MailTexts = {
  unnamed: { company: 'a company', member: 'A member', client: 'A client', item: 'an item' },
  more: (count) => `and ${count.toLocaleString('en')} more`,
  render: (template) => `a render of ${template}`,
  digest: {
    commented: (author, item) => `${author} mentioned you in a comment on ${item}:`,
    submitted: (author, item) => `${author} submitted ${item} for review:`,
    approved: (author, item) => `${author} approved ${item}:`,
    rejected: (author, item) => `${author} rejected ${item}:`,
  },
  test: {
    subject: 'Atelier test e-mail',
    text: 'Hello,\n\nthe mail server of your Atelier installation works: this is the test e-mail that you requested.\n',
  },
  resetPassword: (account, url) => ({
    subject: 'Reset your Atelier password',
    text: `Hello,\n\nA password reset was requested for your Atelier account ${account}. Choose a new password with this link. It works once and expires after one hour:\n\n${url}\n\nIf you did not request this, ignore this e-mail. Your password stays the same.\n`,
  }),
  passwordLinkCreated: (account) => ({
    subject: 'A link to reset your Atelier password was created',
    text: `Hello,\n\nAn operator created a link to choose a new password for your Atelier account ${account}. The operator will send you the link. It works once and expires after one hour.\n\nIf you did not ask for this link, contact your operator and change your password: a new password invalidates the link.\n`,
  }),
  searchesMatched: (company, searches) => ({
    subject: `New assets of ${company} match your searches`,
    text: `Hello,\n\nnew assets of ${company} on Atelier match these saved searches that you follow:\n\n${searches}\n\nTo get no more of these e-mails, open a search and choose "Stop following".\n`,
  }),
  rightsEnding: (company, assets, url) => ({
    subject: `Rights to assets of ${company} end`,
    text: `Hello,\n\nthe rights to use these assets of ${company} on Atelier end on the given day or have already ended:\n\n${assets}\n\nFrom that day on, shares, archives and renders exclude these assets. View all assets whose rights end soon:\n\n${url}\n`,
  }),
  digestOf: (company, items) => ({
    subject: `Comments and reviews for you in ${company}`,
    text: `Hello,\n\nthis is new for you in the library of ${company} on Atelier:\n\n${items}\n`,
  }),
  invitation: (inviter, company, url) => ({
    subject: `Invitation to ${company} on Atelier`,
    text: `Hello,\n\n${inviter} invited you to the creative library of ${company} on Atelier. Accept the invitation with this link. It expires after 7 days:\n\n${url}\n\nIf you did not expect this invitation, ignore this e-mail.\n`,
  }),
}
