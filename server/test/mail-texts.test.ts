// Engines: embedded
// The e-mails in each language contain their names, links and counts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Language, languages } from '../src/languages.ts'
import { mailBy } from '../src/mail/mail.ts'

const company = { name: 'Acme' }
const url = 'https://atelier.example/link'

/** Every e-mail, with the texts that it must contain. */
async function lettersIn(language: Language | null) {
  const letters: { subject: string; text: string; parts: string[] }[] = []
  let parts: string[] = []
  const mail = mailBy(async ({ subject, text }) => letters.push({ subject, text, parts }))
  const to = { name: 'Ada', email: 'ada@people.example', language }
  const sent = async (expected: string[], sending: () => Promise<void>) => {
    parts = expected
    await sending()
  }
  await sent([], () => mail.test(to))
  await sent(['"Ada"', url], () => mail.resetPassword(to, url))
  await sent(['"Ada"'], () => mail.passwordLinkCreated(to))
  await sent(['"Acme"', '"Ben"', url], () => mail.invitation(to, company, { name: 'Ben' }, url))
  const rights = [{ id: 'ast_1', name: 'Kai', day: '2027-01-31' }]
  await sent(['"Acme"', '2027-01-31  "Kai"', '3', url], () => mail.rightsEnding(to, company, rights, 3, url))
  const searches = [{ id: 'ssr_1', name: 'Lighthouses' }]
  await sent(['"Acme"', '"Lighthouses"', `${url}?saved=ssr_1`, '3'], () =>
    mail.searchesMatched(to, company, searches, 3, url),
  )
  for (const told of ['commented', 'submitted', 'approved', 'rejected'] as const)
    await sent(['"Acme"', '"Ben"', '"Kai"', `\n${url}\n`, '3'], () =>
      mail.digest(to, company, [{ told, author: 'Ben', name: 'Kai', isRender: false, url }], 3),
    )
  const render = { told: 'commented' as const, author: null, name: 'Poster', isRender: true, url }
  await sent(['"Poster"', url], () => mail.digest(to, company, [render], 0))
  return letters
}

for (const language of languages)
  test(`every e-mail in ${language} contains its names and links`, async () => {
    for (const { subject, text, parts } of await lettersIn(language)) {
      for (const part of parts) assert.ok(text.includes(part), `${part}: ${text}`)
      assert.doesNotMatch(subject + text, /undefined|null|\[object/)
      assert.doesNotMatch(subject, /[\r\n]/)
    }
  })

test('no e-mail has English sentences in another language', async () => {
  const sentences = (letters: { subject: string; text: string }[]) =>
    letters
      .flatMap(({ subject, text }) => [subject, ...text.split('\n')])
      .filter((line) => /[a-z]{3} [a-z]{2}/.test(line))
  const english = new Set(sentences(await lettersIn('en')))
  for (const language of languages.filter((one) => one !== 'en'))
    for (const line of sentences(await lettersIn(language))) assert.ok(!english.has(line), line)
})

test('people who have not chosen a language get English e-mails', async () => {
  assert.deepEqual(await lettersIn(null), await lettersIn('en'))
})

test('a list in an e-mail says how many more there are only if there are more', async () => {
  const [last] = (await lettersIn('en')).slice(-1)
  assert.match(last!.text, /A client mentioned you in a comment on a render of "Poster":\n/)
  assert.doesNotMatch(last!.text, /more/)
})
