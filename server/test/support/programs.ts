import { spawnSync } from 'node:child_process'

/** Programs of the machine that some tests call. Debian's smallest system has none of them. */
function missing(program: string, ...args: string[]): string | false {
  if (spawnSync(program, args).status === 0) return false
  if (process.env.CI) throw new Error(`These tests need ${program}.`)
  console.error(`NO ${program} IS HERE: the tests that call it are left out.`)
  return `there is no ${program}`
}

/** Why a test that pastes what pages show is left out; false where it is not. */
export const withoutCurl = () => missing('curl', '--version')
/** Why a test that needs a certificate is left out; false where it is not. */
export const withoutOpenssl = () => missing('openssl', 'version')
