import type { MailTexts } from '../texts.ts'

export const fr: MailTexts = {
  unnamed: { company: 'une entreprise', member: 'Un membre', client: 'Un client', item: 'un élément' },
  more: (count) => `et ${count.toLocaleString('fr')} de plus`,
  render: (template) => `un rendu de ${template}`,
  digest: {
    commented: (author, item) => `${author} vous a mentionné dans un commentaire sur ${item} :`,
    submitted: (author, item) => `${author} a soumis ${item} pour validation :`,
    approved: (author, item) => `${author} a approuvé ${item} :`,
    rejected: (author, item) => `${author} a refusé ${item} :`,
  },
  test: {
    subject: 'E-mail de test d’Atelier',
    text: 'Bonjour,\n\nLe serveur de messagerie de votre installation Atelier fonctionne : voici l’e-mail de test que vous avez demandé.\n',
  },
  resetPassword: (account, url) => ({
    subject: 'Réinitialisez votre mot de passe Atelier',
    text: `Bonjour,\n\nUn nouveau mot de passe a été demandé pour votre compte Atelier ${account}. Choisissez-le avec ce lien. Il fonctionne une seule fois et expire au bout d’une heure :\n\n${url}\n\nSi vous n’avez rien demandé, ignorez cet e-mail. Votre mot de passe reste le même.\n`,
  }),
  passwordLinkCreated: (account) => ({
    subject: 'Un lien pour changer votre mot de passe Atelier a été créé',
    text: `Bonjour,\n\nUn opérateur a créé un lien pour choisir un nouveau mot de passe pour votre compte Atelier ${account}. L’opérateur vous enverra ce lien. Il fonctionne une seule fois et expire au bout d’une heure.\n\nSi vous n’avez pas demandé ce lien, contactez votre opérateur et changez votre mot de passe : un nouveau mot de passe invalide le lien.\n`,
  }),
  searchesMatched: (company, searches) => ({
    subject: `Nouvelles ressources de ${company} pour vos recherches`,
    text: `Bonjour,\n\nDe nouvelles ressources de ${company} sur Atelier correspondent à ces recherches enregistrées que vous suivez :\n\n${searches}\n\nPour ne plus recevoir ces e-mails, ouvrez une recherche et choisissez « Ne plus suivre ».\n`,
  }),
  rightsEnding: (company, assets, url) => ({
    subject: `Fin des droits sur des ressources de ${company}`,
    text: `Bonjour,\n\nLes droits d’utilisation de ces ressources de ${company} sur Atelier prennent fin le jour indiqué ou sont déjà terminés :\n\n${assets}\n\nÀ partir de ce jour, les partages, les archives et les rendus excluent ces ressources. Voir toutes les ressources dont les droits se terminent bientôt :\n\n${url}\n`,
  }),
  digestOf: (company, items) => ({
    subject: `Commentaires et validations pour vous dans ${company}`,
    text: `Bonjour,\n\nVoici ce qui est nouveau pour vous dans la bibliothèque de ${company} sur Atelier :\n\n${items}\n`,
  }),
  invitation: (inviter, company, url) => ({
    subject: `Invitation à rejoindre ${company} sur Atelier`,
    text: `Bonjour,\n\n${inviter} vous a invité à rejoindre la bibliothèque de ${company} sur Atelier. Acceptez l’invitation avec ce lien. Il expire au bout de 7 jours :\n\n${url}\n\nSi vous n’attendiez pas cette invitation, ignorez cet e-mail.\n`,
  }),
}
