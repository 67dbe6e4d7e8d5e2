import type { Role } from '../../../server/src/db/schema.ts'
import { type CompanyId, publicId } from '../../../server/src/ids.ts'
import { newMember } from '../../../server/test/support/people.ts'
import type { Service } from '../../../server/test/support/service.ts'
import { newWindow, sizes } from './chromium.ts'

type Look = { size?: keyof typeof sizes; locale?: string }

/**
 * Creates a person with a role in a company. `open` opens a window for them at a page under `/c/$company`.
 */
export async function newPerson(service: Service, companyId: CompanyId, role: Role, name?: string) {
  const member = await newMember(service, companyId, role, name)
  const cookies = [...member.cookies].map(([name, value]) => ({
    name,
    value: decodeURIComponent(value),
    url: service.url,
  }))
  return {
    ...member,
    async open(path: string, { size = 'desktop', locale }: Look = {}) {
      const window = await newWindow(service.url, { ...sizes[size], ...(locale !== undefined && { locale }) })
      await window.context.addCookies(cookies)
      await window.page.goto(`/c/${publicId('company', companyId)}${path}`)
      await window.page.getByRole('heading', { level: 1 }).waitFor()
      return window
    },
  }
}
