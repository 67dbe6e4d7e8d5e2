import { accountText } from '../../strings/account.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { Sessions } from './sessions.tsx'
import { TwoFactor } from './two-factor.tsx'

export function AccountPage() {
  return (
    <>
      <PageHeader title={accountText.title} description={accountText.description} />
      <Section title={accountText.profile} description={accountText.profileText}>
        <ProfileForm />
      </Section>
      <Section title={accountText.password} description={accountText.passwordText}>
        <PasswordForm />
      </Section>
      <Section title={accountText.twoFactor} description={accountText.twoFactorText}>
        <TwoFactor />
      </Section>
      <Section title={accountText.passkeys} description={accountText.passkeysText}>
        <Passkeys />
      </Section>
      <Section title={accountText.sessions} description={accountText.sessionsText}>
        <Sessions />
      </Section>
    </>
  )
}
