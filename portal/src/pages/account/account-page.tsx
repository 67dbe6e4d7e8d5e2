import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { doorsQuery } from '../../session.ts'
import { accountText } from '../../strings/account.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { ConnectedApps } from './connected-apps.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { Sessions } from './sessions.tsx'
import { SingleSignOn } from './single-sign-on.tsx'
import { TwoFactor } from './two-factor.tsx'

export function AccountPage() {
  const { data: doors } = useSuspenseQuery(doorsQuery)
  const { error } = useSearch({ from: '/inside/account' })
  return (
    <>
      <PageHeader title={accountText.title} description={accountText.description} />
      <Section title={accountText.profile} description={accountText.profileText}>
        <ProfileForm />
      </Section>
      <Section title={accountText.language} description={accountText.languageText}>
        <LanguageChoice />
      </Section>
      <Section title={accountText.password} description={accountText.passwordText}>
        <PasswordForm />
      </Section>
      <Section title={accountText.twoFactor} description={accountText.twoFactorText}>
        <TwoFactor />
      </Section>
      {doors.sso.map((provider) => (
        <Section
          key={provider.id}
          title={accountText.singleSignOn}
          description={accountText.singleSignOnText}
        >
          <SingleSignOn {...provider} hasFailed={error !== undefined} />
        </Section>
      ))}
      <Section title={accountText.passkeys} description={accountText.passkeysText}>
        <Passkeys />
      </Section>
      <ConnectedApps />
      <Section title={accountText.sessions} description={accountText.sessionsText}>
        <Sessions />
      </Section>
    </>
  )
}
