import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useEnter } from './enter.ts'
import { SignInForm } from './sign-in-form.tsx'
import { TwoFactorForm } from './two-factor-form.tsx'
import { keptWanted } from './wanted.ts'

export function SignInPage() {
  const { then, error } = useSearch({ from: '/outside/sign-in' })
  return <SignIn then={then ?? (error === undefined ? undefined : keptWanted())} error={error} />
}

/** Both steps of the sign-in, also used for invitations. */
export function SignIn({ then, error }: { then: string | undefined; error?: string | undefined }) {
  const [needsCode, setNeedsCode] = useState(false)
  const enter = useEnter()
  const onDone = () => enter(then)
  if (needsCode) return <TwoFactorForm onDone={onDone} onBack={() => setNeedsCode(false)} />
  return <SignInForm then={then} error={error} onDone={onDone} onNeedsCode={() => setNeedsCode(true)} />
}
